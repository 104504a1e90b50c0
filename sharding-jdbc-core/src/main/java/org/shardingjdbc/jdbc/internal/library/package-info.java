/**
 * The libraries that others pin the versions of. Called at the start, by whoever reads a configuration or opens a data
 * source.
 */
package org.shardingjdbc.jdbc.internal.library;
