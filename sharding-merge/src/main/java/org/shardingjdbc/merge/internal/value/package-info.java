/**
 * Values of one column: what type it has, how its values compare in the database that they came from, and how they are
 * held when the row that they came from is gone. A result set's metadata enters, a
 * {@link org.shardingjdbc.merge.internal.value.ColumnOrder} leaves; ordering, grouping and formulas call it.
 */
package org.shardingjdbc.merge.internal.value;
