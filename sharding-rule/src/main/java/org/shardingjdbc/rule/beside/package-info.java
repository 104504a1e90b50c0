/**
 * What a rule writes beside the writes of a table, in the same transaction:
 * {@link org.shardingjdbc.rule.beside.WritesBeside} is told each row that changes, before and after, and answers with
 * statements. Called by whoever executes plans.
 */
@NullMarked
package org.shardingjdbc.rule.beside;

import org.jspecify.annotations.NullMarked;
