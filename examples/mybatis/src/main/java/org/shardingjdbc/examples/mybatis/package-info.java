/**
 * A shop with MyBatis: {@link org.shardingjdbc.examples.mybatis.ShopApplication} uses a mapper in XML with PageHelper,
 * and one of MyBatis-Plus, over sharded tables. Only the configuration knows that they are.
 */
package org.shardingjdbc.examples.mybatis;
