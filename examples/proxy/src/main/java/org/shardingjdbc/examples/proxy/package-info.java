/** Sharded databases served as one PostgreSQL server; begin with {@link org.shardingjdbc.examples.proxy.ServedShop}. */
package org.shardingjdbc.examples.proxy;
