/**
 * Values from outside the SQL. {@link org.shardingjdbc.route.hint.ShardingHint} scopes and the statement's comments
 * enter, {@link org.shardingjdbc.route.hint.HintValues} leave for one execution.
 */
package org.shardingjdbc.route.hint;
