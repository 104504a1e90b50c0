/** Spring's {@code @Transactional} over sharded data sources, in each type of transaction. */
package org.shardingjdbc.transaction.xa.spring;
