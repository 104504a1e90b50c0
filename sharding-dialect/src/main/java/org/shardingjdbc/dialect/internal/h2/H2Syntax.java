package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Syntax;

/** H2's own: tables of what a write changes, and aggregates of conditions. */
final class H2Syntax implements Syntax {
    @Override
    public boolean namedJoins() {
        return false;
    }

    @Override
    public boolean deltaTables() {
        return true;
    }

    @Override
    public boolean truthAggregates() {
        return true;
    }

    @Override
    public boolean parenthesesOpenJoins() {
        return true;
    }
}
