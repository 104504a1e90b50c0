package org.shardingjdbc.dialect.postgresql;

/** As PostgreSQL's, without JSON_TABLE. */
final class OpenGaussLexis extends PostgreSqlLexis {
    @Override
    public boolean isKeyword(String word) {
        return super.isKeyword(word) && !word.equals("JSON_TABLE");
    }
}
