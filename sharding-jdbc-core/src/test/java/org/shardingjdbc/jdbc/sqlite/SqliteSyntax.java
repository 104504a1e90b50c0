package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Syntax;

/** No type stands before a text, and joins need no condition. */
final class SqliteSyntax implements Syntax {
    @Override
    public boolean joinsWithoutCondition() {
        return true;
    }

    @Override
    public boolean typesBeforeTexts() {
        return false;
    }
}
