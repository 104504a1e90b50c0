/**
 * The dialect of standard SQL without extras, of no database. Questions of the facets enter, what holds everywhere
 * leaves. Begin with {@link org.shardingjdbc.dialect.internal.standard.StandardDialect}, which is found by its service
 * entry and taken where no other knows a database.
 */
package org.shardingjdbc.dialect.internal.standard;
