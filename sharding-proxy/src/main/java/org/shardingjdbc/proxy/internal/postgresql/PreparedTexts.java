package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a client has prepared, by name; one of them has none. Used by the thread that converses. */
final class PreparedTexts {
    static final String UNNAMED = "";

    private final Map<String, PreparedText> byName = new HashMap<>();

    /** @throws SQLException when there is none of that name */
    PreparedText get(String name) throws SQLException {
        PreparedText found = byName.get(name);
        if (found == null) {
            throw missing(name);
        }
        return found;
    }

    private static SQLException missing(String name) {
        return new SQLException(
                name.equals(UNNAMED)
                        ? "unnamed prepared statement does not exist"
                        : "prepared statement \"" + name + "\" does not exist",
                "26000");
    }

    /** @throws SQLException when there is one of that name, which is not the one without */
    void requireFree(String name) throws SQLException {
        if (!name.equals(UNNAMED) && byName.containsKey(name)) {
            throw new SQLException("prepared statement \"" + name + "\" already exists", "42P05");
        }
    }

    void put(String name, PreparedText text) {
        byName.put(name, text);
    }

    /** Of no effect where there is none. */
    void forget(String name) throws SQLException {
        PreparedText before = byName.remove(name);
        if (before != null) {
            before.close();
        }
    }

    /**
     * What DEALLOCATE does.
     *
     * @param command names one, or all
     * @throws SQLException when there is none of that name
     */
    void deallocate(ClientCommand.Deallocation command) throws SQLException {
        if (command.all()) {
            forgetNamed();
        } else if (byName.containsKey(command.name())) {
            forget(command.name());
        } else {
            throw missing(command.name());
        }
    }

    /** What DISCARD ALL does: also the one without a name has nothing of the connection any more. */
    void discardAll() throws SQLException {
        forgetNamed();
        PreparedText unnamed = byName.get(UNNAMED);
        if (unnamed != null) {
            unnamed.leaveConnection();
        }
    }

    private void forgetNamed() throws SQLException {
        List<String> names = new ArrayList<>(byName.keySet());
        names.remove(UNNAMED);
        for (String each : names) {
            forget(each);
        }
    }
}
