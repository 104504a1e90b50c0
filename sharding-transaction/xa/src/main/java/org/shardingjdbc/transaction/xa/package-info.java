/**
 * Transactions of type XA: two-phase commit. The core asks a provider, which is found by its service entry, for a
 * transaction. Begin with {@link org.shardingjdbc.transaction.xa.AtomikosTransactionProvider};
 * {@link org.shardingjdbc.transaction.xa.NarayanaTransactionProvider} is the other transaction manager.
 */
@NullMarked
package org.shardingjdbc.transaction.xa;

import org.jspecify.annotations.NullMarked;
