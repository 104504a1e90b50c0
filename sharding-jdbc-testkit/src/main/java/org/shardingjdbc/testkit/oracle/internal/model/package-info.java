/**
 * What the makers of random statements know of tables, and the choices of which statements are made. A schema and a
 * seed enter, generated statements leave. Begin with {@link org.shardingjdbc.testkit.oracle.internal.model.SchemaModel}
 * and {@link org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator}.
 */
package org.shardingjdbc.testkit.oracle.internal.model;
