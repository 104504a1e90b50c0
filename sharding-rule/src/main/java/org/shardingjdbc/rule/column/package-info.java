/**
 * Columns whose values are stored, or shown, in another form than the application writes them. A
 * {@link org.shardingjdbc.rule.Rule} returns {@link org.shardingjdbc.rule.column.TransformedColumn}s; planning proves
 * what a statement may do with them, and an execution applies their operators.
 */
@NullMarked
package org.shardingjdbc.rule.column;

import org.jspecify.annotations.NullMarked;
