package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * What DECLARE, FETCH, MOVE or CLOSE says. Immutable.
 *
 * @param name of the cursor; empty for all
 * @param query of DECLARE, as written; else empty
 * @param held whether the cursor stays when its transaction ends
 * @param binary whether its rows are in binary form
 * @param count how many rows FETCH and MOVE go on by; {@link #ALL} for all
 */
record CursorCommand(Deed deed, String name, String query, boolean held, boolean binary, long count) {
    static final long ALL = Long.MAX_VALUE;

    /** What is done. */
    enum Deed {
        DECLARE,
        FETCH,
        MOVE,
        CLOSE
    }

    /**
     * Null where the text is none of these.
     *
     * @throws SQLException when it is one, and its words make no sense, or it goes back
     */
    static @Nullable CursorCommand of(String sql, Dialect dialect) throws SQLException {
        SqlWords words = new SqlWords(sql, dialect);
        if (words.accept("DECLARE")) {
            return declaration(sql, words);
        }
        if (words.accept("CLOSE")) {
            boolean all = words.accept("ALL");
            String name = all ? "" : words.name();
            words.end();
            return new CursorCommand(Deed.CLOSE, name, "", false, false, 0);
        }
        if (words.accept("FETCH")) {
            return movement(Deed.FETCH, words);
        }
        return words.accept("MOVE") ? movement(Deed.MOVE, words) : null;
    }

    private static CursorCommand declaration(String sql, SqlWords words) throws SQLException {
        String name = words.name();
        boolean binary = false;
        while (!words.accept("CURSOR")) {
            if (words.accept("BINARY")) {
                binary = true;
            } else if (!words.accept("INSENSITIVE")
                    && !words.accept("ASENSITIVE")
                    && !words.accept("NO", "SCROLL")
                    && !words.accept("SCROLL")) {
                throw words.unexpected();
            }
        }
        boolean held = words.accept("WITH", "HOLD");
        if (!held) {
            words.accept("WITHOUT", "HOLD");
        }
        words.require("FOR");
        if (!words.hasMore()) {
            throw words.unexpected();
        }
        return new CursorCommand(Deed.DECLARE, name, sql.substring(words.start()), held, binary, 0);
    }

    private static CursorCommand movement(Deed deed, SqlWords words) throws SQLException {
        long count = 1;
        if (words.accept("NEXT")) {
            words.accept("FROM");
        } else if (words.accept("ALL")) {
            count = ALL;
        } else if (words.accept("FORWARD")) {
            count = words.accept("ALL") ? ALL : words.isNumber() ? words.number() : 1;
        } else if (words.isNumber()) {
            count = words.number();
        } else {
            requireForward(words);
        }
        if (!words.accept("FROM")) {
            words.accept("IN");
        }
        String name = words.name();
        words.end();
        if (count < 0) {
            throw backward(deed + " of a negative number of rows");
        }
        return new CursorCommand(deed, name, "", false, false, count);
    }

    private static void requireForward(SqlWords words) throws SQLException {
        for (String each : new String[] {"BACKWARD", "PRIOR", "FIRST", "LAST", "ABSOLUTE", "RELATIVE"}) {
            // a cursor may have such a name
            if (words.accept(each, "FROM") || words.accept(each, "IN")) {
                throw backward(each);
            }
            if (words.isNext(each)) {
                words.accept(each);
                if (words.hasMore()) {
                    throw backward(each);
                }
                throw words.unexpected();
            }
        }
    }

    private static SQLException backward(String what) {
        return SqlErrors.refuse(
                "A cursor that goes back or to a place (" + what + ")",
                "rows come from several databases as they are read; go on by NEXT, FORWARD or a number, and declare the"
                        + " cursor again to begin anew");
    }
}
