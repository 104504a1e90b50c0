/**
 * What a rule writes beside the writes of a table, in the same transaction:
 * {@link org.shardingjdbc.rule.beside.WritesBeside} receives each row that changes, before and after, and returns
 * statements. Called by the code that executes plans.
 */
@NullMarked
package org.shardingjdbc.rule.beside;

import org.jspecify.annotations.NullMarked;
