package org.shardingjdbc.dialect.internal.postgresql;

/** As PostgreSQL's, without JSON_TABLE. */
final class OpenGaussLexis extends PostgreSqlLexis {
    @Override
    public boolean isKeyword(String word) {
        return super.isKeyword(word) && !word.equals("JSON_TABLE");
    }
}
