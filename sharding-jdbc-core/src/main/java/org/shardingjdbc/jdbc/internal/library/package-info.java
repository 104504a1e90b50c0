/**
 * The libraries and resources of the class path that others decide on:
 * {@link org.shardingjdbc.jdbc.internal.library.Libraries} refuses versions that cannot work. Called at the start, by
 * whoever reads a configuration or opens a data source.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.library;

import org.jspecify.annotations.NullMarked;
