/** The dialects of MySQL and MariaDB. */
package org.shardingjdbc.dialect.mysql;
