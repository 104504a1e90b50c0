/**
 * How values compare when rows of several data nodes meet: a bound expression enters
 * {@link org.shardingjdbc.plan.internal.sortkey.SortKeyTypes}, the kind of its sort key leaves, and what a data node
 * returns in place of a key whose values do not compare by themselves. The merge of a plan asks here.
 */
package org.shardingjdbc.plan.internal.sortkey;
