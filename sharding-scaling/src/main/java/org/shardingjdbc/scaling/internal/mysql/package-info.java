/**
 * MySQL and MariaDB as a job uses them: statements of many rows, and the binary log for changes. Begin with
 * {@link org.shardingjdbc.scaling.internal.mysql.BinlogDatabase}; asked through the interfaces of the package database.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.mysql;

import org.jspecify.annotations.NullMarked;
