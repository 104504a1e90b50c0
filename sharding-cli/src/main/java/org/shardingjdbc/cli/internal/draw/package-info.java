/**
 * What the command line draws: tables of rows, plans, errors. What enters are values; what leaves are lines of text,
 * with colours where a {@link org.shardingjdbc.cli.internal.draw.Palette} has some.
 */
package org.shardingjdbc.cli.internal.draw;
