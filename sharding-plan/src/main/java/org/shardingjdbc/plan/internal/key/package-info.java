/**
 * How values compare when rows of several data nodes meet: {@link org.shardingjdbc.plan.internal.key.SortKeyTypes}
 * tells the kinds of sort keys, and what a data node returns in place of a key whose values do not compare by
 * themselves. The merge of a plan asks here.
 */
package org.shardingjdbc.plan.internal.key;
