/**
 * The dialect of H2. Questions of the facets enter, SQL and facts about H2 leave. Begin with
 * {@link org.shardingjdbc.dialect.internal.h2.H2Dialect}, which is found by its service entry and names its facets;
 * nobody outside names a class of this package.
 */
package org.shardingjdbc.dialect.internal.h2;
