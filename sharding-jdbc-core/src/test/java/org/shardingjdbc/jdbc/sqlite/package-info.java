/**
 * SQLite as a dialect: a folder and a service entry, of which the engine knows nothing; the cases that it knows run on
 * it.
 */
package org.shardingjdbc.jdbc.sqlite;
