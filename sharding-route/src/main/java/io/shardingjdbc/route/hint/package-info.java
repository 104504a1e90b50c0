/**
 * Values from outside the SQL. {@link io.shardingjdbc.route.hint.ShardingHint} scopes and the statement's comments
 * enter, {@link io.shardingjdbc.route.hint.HintValues} leave for one execution.
 */
package io.shardingjdbc.route.hint;
