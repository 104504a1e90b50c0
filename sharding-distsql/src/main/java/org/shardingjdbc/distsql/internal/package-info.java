/**
 * DistSQL: texts enter by {@link org.shardingjdbc.distsql.internal.DistSqlLanguage}, which the core finds, and commands
 * leave that ask or change the configuration of a data source. A change is a function from one configuration to the
 * next.
 */
package org.shardingjdbc.distsql.internal;
