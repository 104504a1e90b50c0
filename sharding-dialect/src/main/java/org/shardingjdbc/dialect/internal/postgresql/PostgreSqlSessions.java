package org.shardingjdbc.dialect.internal.postgresql;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.dialect.internal.Sessions.SettingEffect;

/** Settings and definitions belong to transactions, a failure ends them; advisory locks and listening outlive them. */
final class PostgreSqlSessions implements Sessions {
    private static final Set<String> ON = Set.of("ON", "1", "TRUE", "YES", "DEFAULT");
    private static final Set<String> UNLIMITED = Set.of("0", "DEFAULT");
    private static final Set<String> OF_TRANSACTION =
            Set.of("transaction_isolation", "transaction_read_only", "transaction_deferrable");
    private static final Set<String> SETTING_VIEWS = Set.of("pg_settings");
    private static final Set<String> READ_ONLY = Set.of("default_transaction_read_only");
    private static final Set<String> OFF = Set.of("OFF", "0", "FALSE", "NO", "DEFAULT");

    @Override
    public boolean failureAbortsTransaction() {
        return true;
    }

    @Override
    public boolean hasAutoCommit() {
        return false;
    }

    @Override
    public boolean keepsHiddenSavepoints() {
        return true;
    }

    @Override
    public boolean transactionalDefinitions() {
        return true;
    }

    @Override
    public boolean rollsBackSettings() {
        return true;
    }

    @Override
    public @Nullable String resetVariable(String name) {
        if (name.isEmpty()) {
            return null;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.')) {
                return null;
            }
        }
        return "RESET " + name;
    }

    @Override
    public List<String> endSessionState() {
        return List.of("SELECT pg_advisory_unlock_all()", "UNLISTEN *");
    }

    @Override
    public String asksForSessionState() {
        return "SELECT 1 FROM pg_catalog.pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
                + " UNION ALL SELECT 1 FROM pg_catalog.pg_listening_channels() LIMIT 1";
    }

    @Override
    public String schemaVariable() {
        return "search_path";
    }

    @Override
    public String blockLanguage() {
        return "plpgsql";
    }

    @Override
    public Set<String> settingViews() {
        return SETTING_VIEWS;
    }

    @Override
    public boolean loadsLibraries() {
        return true;
    }

    @Override
    public Set<String> readOnlySettings() {
        return READ_ONLY;
    }

    @Override
    public Set<String> transactionSettings() {
        return OF_TRANSACTION;
    }

    @Override
    public String readOnlyStatement(boolean readOnly) {
        return "SET SESSION CHARACTERISTICS AS TRANSACTION READ " + (readOnly ? "ONLY" : "WRITE");
    }

    @Override
    public SettingEffect effect(String name, String value) {
        return switch (name) {
            case "standard_conforming_strings" -> ON.contains(value) ? SettingEffect.NONE : SettingEffect.GRAMMAR;
            case "extra_float_digits" -> isExact(value) ? SettingEffect.NONE : SettingEffect.DIGITS;
            case "gin_fuzzy_search_limit" -> UNLIMITED.contains(value) ? SettingEffect.NONE : SettingEffect.ROWS;
            case "transform_null_equals" -> OFF.contains(value) ? SettingEffect.NONE : SettingEffect.VALUES;
            default -> SettingEffect.NONE;
        };
    }

    /** Whether the digits of a floating point number tell it from its neighbours; by default they do. */
    private static boolean isExact(String value) {
        return value.equals("DEFAULT") || value.equals("1") || value.equals("2") || value.equals("3");
    }
}
