/**
 * Tables as they are defined in one database, how its catalog is asked for them, and the SQL that makes one like
 * another. What reads them and compares them is elsewhere.
 */
package org.shardingjdbc.dialect.structure;
