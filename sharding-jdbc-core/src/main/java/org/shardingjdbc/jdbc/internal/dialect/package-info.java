/** How values of MySQL's and MariaDB's types are read: {@link org.shardingjdbc.jdbc.internal.dialect.MySqlType}. */
package org.shardingjdbc.jdbc.internal.dialect;
