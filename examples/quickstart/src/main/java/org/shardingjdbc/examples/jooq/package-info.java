/**
 * jOOQ in plain Java: {@link org.shardingjdbc.examples.jooq.JooqShop} creates sharded tables, writes and reads them by
 * jOOQ's language. Only the configuration knows that they are sharded.
 */
package org.shardingjdbc.examples.jooq;
