package org.shardingjdbc.dialect.internal.mysql;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.dialect.internal.Sessions.SettingEffect;

/** BEGIN commits, and locks taken by functions outlive transactions. */
final class MySqlSessions implements Sessions {
    private static final Set<String> LAST_KEY = Set.of("last_insert_id", "identity");
    private static final Set<String> READ_ONLY = Set.of("transaction_read_only", "tx_read_only");

    @Override
    public boolean beginCommits() {
        return true;
    }

    @Override
    public boolean setsNextTransaction() {
        return true;
    }

    /** Of variables of the user, which have no value on a new connection. */
    @Override
    public @Nullable String resetVariable(String name) {
        return name.startsWith("@") ? "SET " + name.substring(name.lastIndexOf("@@") + 1) + " = NULL" : null;
    }

    @Override
    public String settingOfLastKey() {
        return "SET SESSION last_insert_id = ";
    }

    @Override
    public String questionOfLastKey() {
        return "SELECT LAST_INSERT_ID()";
    }

    @Override
    public Set<String> lastKeySettings() {
        return LAST_KEY;
    }

    @Override
    public List<String> endSessionState() {
        return List.of("DO RELEASE_ALL_LOCKS()");
    }

    /**
     * A client has 60 seconds to take rows off the wire; a merge may leave one shard's stream waiting for longer than
     * that.
     */
    @Override
    public String connectionInitSql() {
        return "SET SESSION net_write_timeout = 28800";
    }

    @Override
    public boolean locksTablesForSession() {
        return true;
    }

    @Override
    public boolean staysOnConnection(String first, String second) {
        return switch (first) {
            case "HANDLER", "BACKUP" -> true;
            case "LOCK" -> second.equals("INSTANCE");
            case "XA" -> second.equals("START") || second.equals("BEGIN");
            default -> false;
        };
    }

    @Override
    public Set<String> readOnlySettings() {
        return READ_ONLY;
    }

    @Override
    public String readOnlyStatement(boolean readOnly) {
        return "SET SESSION TRANSACTION READ " + (readOnly ? "ONLY" : "WRITE");
    }

    @Override
    public SettingEffect effect(String name, String value) {
        return MySqlSettings.effect(name, value);
    }
}
