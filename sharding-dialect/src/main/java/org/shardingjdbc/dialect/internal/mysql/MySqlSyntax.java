package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Syntax;

/** Joins need no condition, and texts have a character set, not a type, before them. */
final class MySqlSyntax implements Syntax {
    @Override
    public boolean joinsWithoutCondition() {
        return true;
    }

    @Override
    public boolean namedJoins() {
        return false;
    }

    @Override
    public boolean typesBeforeTexts() {
        return false;
    }

    @Override
    public boolean characterSetsBeforeTexts() {
        return true;
    }

    @Override
    public boolean intervalFunction() {
        return true;
    }

    @Override
    public boolean localIsSession() {
        return true;
    }

    @Override
    public boolean groupDirections() {
        return true;
    }

    @Override
    public boolean partitionsBeforeAlias() {
        return true;
    }

    @Override
    public String nullSafeEqual() {
        return "<=>";
    }

    @Override
    public String shareLock() {
        return "LOCK IN SHARE MODE";
    }

    @Override
    public boolean offsetsBeforeCounts() {
        return true;
    }
}
