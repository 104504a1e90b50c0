package org.shardingjdbc.dialect.internal.mysql;

/** As MariaDB's, but for what only MariaDB knows. */
final class MySqlLexis extends MariaDbLexis {
    @Override
    public boolean isKeyword(String word) {
        return super.isKeyword(word) && !word.equals("RETURNING") && !word.equals("STATEMENT");
    }

    @Override
    public boolean runsMarkedComments() {
        return false;
    }

    @Override
    public boolean surelyRuns(int version, boolean marked) {
        return version <= SURE_MYSQL;
    }
}
