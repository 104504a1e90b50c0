/**
 * Formulas over merged rows: HAVING, and select items that compute with aggregates. A
 * {@link org.shardingjdbc.merge.internal.formula.Formula} and rows enter, rows leave.
 */
package org.shardingjdbc.merge.internal.formula;
