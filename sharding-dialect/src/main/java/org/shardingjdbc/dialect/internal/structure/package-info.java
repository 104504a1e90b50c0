/**
 * Tables as they are defined in one database. Rows of a catalog enter; structures, and the SQL that makes one table
 * like another, leave. Begin with {@link org.shardingjdbc.dialect.internal.structure.Structures}, a facet that dialects
 * implement; what reads structures and compares them is elsewhere.
 */
package org.shardingjdbc.dialect.internal.structure;
