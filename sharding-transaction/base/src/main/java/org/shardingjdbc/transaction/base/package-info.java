/** Transactions of type BASE, by Seata's AT mode. */
package org.shardingjdbc.transaction.base;
