/** How MySQL and MariaDB tell and change the definitions of tables. */
package org.shardingjdbc.dialect.mysql.structure;
