/** What stands between our transactions and Seata's client. */
package org.shardingjdbc.transaction.base.internal;
