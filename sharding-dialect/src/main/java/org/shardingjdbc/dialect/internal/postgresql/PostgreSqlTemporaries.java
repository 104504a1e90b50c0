package org.shardingjdbc.dialect.internal.postgresql;

/** As openGauss, and PostgreSQL knows how many rows a temporary table has only when it is told to count them. */
final class PostgreSqlTemporaries extends OpenGaussTemporaries {
    @Override
    public String count(String tables) {
        return "ANALYZE " + tables;
    }
}
