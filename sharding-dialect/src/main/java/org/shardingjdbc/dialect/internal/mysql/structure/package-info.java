/**
 * How MySQL and MariaDB tell and change the definitions of tables. A table of the catalog enters, its structure or the
 * SQL that makes one like it leaves. Begin with
 * {@link org.shardingjdbc.dialect.internal.mysql.structure.MySqlStructures}; called by the dialects of the package
 * above.
 */
package org.shardingjdbc.dialect.internal.mysql.structure;
