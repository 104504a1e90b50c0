/** Definitions through the sharded data source do what they do in one database: tables, views, indexes, functions. */
package org.shardingjdbc.jdbc.definitions;
