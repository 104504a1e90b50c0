package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.dialect.internal.SettingEffect;

/** A session of H2 keeps nothing but settings, and does not count what a new table is filled with. */
final class H2Sessions implements Sessions {
    @Override
    public boolean countsRowsOfNewTables() {
        return false;
    }

    @Override
    public SettingEffect effect(String name, String value) {
        return switch (name) {
            case "mode", "compatibility_mode", "non_keywords" -> SettingEffect.GRAMMAR;
            case "time zone", "timezone" -> SettingEffect.TIMES;
            case "default_null_ordering" -> value.equals("LOW") ? SettingEffect.NONE : SettingEffect.NULLS;
            case "ignorecase", "collation", "binary_collation" -> SettingEffect.VALUES;
            default -> SettingEffect.NONE;
        };
    }
}
