package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;

/**
 * The statements of a logical connection that are not closed. Each knows its neighbours, so that one that is made and
 * closed at once costs no more than that. One thread at a time uses it.
 */
public final class OpenStatements {
    private LogicStatement last;

    public void add(LogicStatement statement) {
        statement.listed = true;
        statement.previous = last;
        if (last != null) {
            last.next = statement;
        }
        last = statement;
    }

    /** Does nothing when it is not among them. */
    public void remove(LogicStatement statement) {
        if (!statement.listed) {
            return;
        }
        statement.listed = false;
        LogicStatement previous = statement.previous;
        LogicStatement next = statement.next;
        if (next == null) {
            last = previous;
        } else {
            next.previous = previous;
            statement.next = null;
        }
        if (previous != null) {
            previous.next = next;
            statement.previous = null;
        }
    }

    /** Closes all of them; returns the first failure, or null. */
    public SQLException closeAll() {
        SQLException first = null;
        while (last != null) {
            LogicStatement closing = last;
            try {
                closing.close();
            } catch (SQLException e) {
                first = first == null ? e : first;
            }
            remove(closing);
        }
        return first;
    }
}
