/**
 * Values from outside the SQL. {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and the statement's comments
 * enter, {@link org.shardingjdbc.rule.hint.HintValues} leave for one execution; {@code Hint} is the table of all that
 * can be said.
 */
@NullMarked
package org.shardingjdbc.rule.hint;

import org.jspecify.annotations.NullMarked;
