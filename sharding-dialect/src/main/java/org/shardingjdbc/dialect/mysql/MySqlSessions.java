package org.shardingjdbc.dialect.mysql;

import java.util.List;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.SettingEffect;

/** BEGIN commits, and locks taken by functions outlive transactions. */
final class MySqlSessions implements Sessions {
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
    public String resetVariable(String name) {
        return name.startsWith("@") ? "SET " + name.substring(name.lastIndexOf("@@") + 1) + " = NULL" : null;
    }

    @Override
    public String settingOfLastKey() {
        return "SET SESSION last_insert_id = ";
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
    public SettingEffect effect(String name, String value) {
        return MySqlSettings.effect(name, value);
    }
}
