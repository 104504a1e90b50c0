/**
 * What stands between our transactions and Seata's client. Branches of the core and their statements enter; Seata's
 * global transaction, and records of what rows were, leave. Begin with
 * {@link org.shardingjdbc.transaction.base.internal.BaseTransaction}; called by the provider in the package above.
 */
package org.shardingjdbc.transaction.base.internal;
