/**
 * Makes a configuration of this library from one of ShardingSphere-JDBC. A text enters
 * ({@link org.shardingjdbc.cli.internal.convert.Converter}), a YAML and a verdict on each key leave. Called by the
 * command {@code convert}; may be called by anybody.
 */
package org.shardingjdbc.cli.internal.convert;
