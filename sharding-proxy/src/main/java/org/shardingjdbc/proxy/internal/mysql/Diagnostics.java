package org.shardingjdbc.proxy.internal.mysql;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Warnings and the error of a session's last statement, for SHOW WARNINGS. Not thread-safe; one per session. */
final class Diagnostics {
    /** As the databases have it where nothing is set. */
    private static final int MOST = 64;

    /** What SHOW WARNINGS has a row for. */
    record Condition(String level, int number, String message) {}

    private final List<Condition> conditions = new ArrayList<>();

    void clear() {
        conditions.clear();
    }

    List<Condition> all() {
        return conditions;
    }

    List<Condition> errors() {
        return conditions.stream()
                .filter(condition -> condition.level().equals("Error"))
                .toList();
    }

    /** @return how many warnings there are */
    int add(@Nullable SQLWarning first) {
        int count = 0;
        for (SQLWarning warning = first; warning != null && count < MOST; warning = warning.getNextWarning()) {
            int number = warning.getErrorCode();
            conditions.add(new Condition(isNote(number) ? "Note" : "Warning", number, text(warning)));
            count++;
        }
        return count;
    }

    /** A warning of a statement that has told others before. */
    void warn(int number, String message) {
        if (conditions.size() < MOST) {
            conditions.add(new Condition(isNote(number) ? "Note" : "Warning", number, message));
        }
    }

    /** As {@link #warn(int, String)}. */
    void warn(SQLWarning warning) {
        warn(warning.getErrorCode(), text(warning));
    }

    void add(int number, String message) {
        conditions.add(new Condition("Error", number, message));
    }

    /** What the databases call a note: that something exists already, or is not there to be dropped. */
    private static boolean isNote(int number) {
        return switch (number) {
            case 1003, 1007, 1008, 1050, 1051, 1060, 1061, 1091, 1305 -> true;
            default -> false;
        };
    }

    private static String text(SQLException warning) {
        return warning.getMessage() == null ? warning.toString() : warning.getMessage();
    }
}
