/**
 * Transactions of type BASE, by Seata's AT mode. The core asks
 * {@link org.shardingjdbc.transaction.base.SeataTransactionProvider}, which is found by its service entry, for a
 * transaction; each data source commits at once, and Seata undoes what must not stay.
 */
@NullMarked
package org.shardingjdbc.transaction.base;

import org.jspecify.annotations.NullMarked;
