package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Naming;

/** Names stay as they are written, and their case never matters. */
final class SqliteNaming implements Naming {
    @Override
    public String folded(String name) {
        return name;
    }

    @Override
    public boolean quotesKeepCase() {
        return false;
    }

    @Override
    public String currentSchema() {
        return "'main'";
    }
}
