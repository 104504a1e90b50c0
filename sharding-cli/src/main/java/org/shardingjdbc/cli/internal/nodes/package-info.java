/**
 * Where the rows are: data sources, the actual tables in them, how many rows each has; as a value, a drawing of text,
 * an SVG. {@link org.shardingjdbc.cli.internal.nodes.NodeReader} asks the databases.
 */
package org.shardingjdbc.cli.internal.nodes;
