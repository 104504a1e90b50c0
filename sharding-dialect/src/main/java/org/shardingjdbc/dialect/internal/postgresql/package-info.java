/**
 * The dialects of PostgreSQL and openGauss. Questions of the facets enter, SQL and facts about the two leave. Begin
 * with {@link org.shardingjdbc.dialect.internal.postgresql.PostgreSqlDialect} and
 * {@link org.shardingjdbc.dialect.internal.postgresql.OpenGaussDialect}, which are found by their service entries; the
 * second says only what differs from the first.
 */
package org.shardingjdbc.dialect.internal.postgresql;
