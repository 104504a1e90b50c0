/**
 * What texts have in common that differ in their literals alone:
 * {@link org.shardingjdbc.parser.internal.shape.TextShapes} takes a text and gives its shape and its literals, so that
 * one plan serves them all. The plan cache calls it.
 */
package org.shardingjdbc.parser.internal.shape;
