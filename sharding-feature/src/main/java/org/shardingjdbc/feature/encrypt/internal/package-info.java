/**
 * The rule {@code !ENCRYPT}: its configuration enters, the columns that it transforms leave. The provider is found by
 * its service entry.
 */
package org.shardingjdbc.feature.encrypt.internal;
