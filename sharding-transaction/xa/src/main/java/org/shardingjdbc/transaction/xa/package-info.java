/** Transactions of type XA: two-phase commit, by Atomikos or by another transaction manager. */
package org.shardingjdbc.transaction.xa;
