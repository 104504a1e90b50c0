package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Errors and warnings as lines: what happened, what to do about it, SQLState and the number of the vendor. Stateless.
 */
public final class ErrorText {
    private static final int MOST_FOLLOWING = 5;

    private ErrorText() {}

    /** The lines of an error. */
    public static List<String> of(Throwable error, Palette palette) {
        List<String> lines = new ArrayList<>(one(error, palette));
        if (error instanceof SQLException sql) {
            SQLException next = sql.getNextException();
            for (int i = 0; next != null && i < MOST_FOLLOWING; i++) {
                if (!message(next).equals(message(sql))) {
                    lines.addAll(
                            one(next, palette).stream().map(line -> "  " + line).toList());
                }
                next = next.getNextException();
            }
        }
        return lines;
    }

    private static List<String> one(Throwable error, Palette palette) {
        String message = message(error);
        ErrorCode code = code(message).orElse(null);
        List<String> lines = new ArrayList<>();
        String remedy = code == null ? "" : code.remedy() + ".";
        String what = code == null ? message : message.substring(code.id().length() + 2);
        int place = remedy.isEmpty() ? -1 : what.lastIndexOf(remedy);
        if (place > 0) {
            // what follows the remedy is a remedy, too
            remedy = what.substring(place);
            what = what.substring(0, place).stripTrailing();
        } else {
            remedy = "";
        }
        String head = code == null ? "ERROR" : code.id();
        lines.add(palette.paint(Role.ERROR, head + ":") + " " + PrintableText.lines(what) + state(error, palette));
        if (!remedy.isEmpty()) {
            lines.add(palette.paint(Role.GOOD, palette.either("→ ", "=> ") + PrintableText.lines(remedy)));
        }
        return lines;
    }

    private static String message(Throwable error) {
        String message = error.getMessage();
        return message == null || message.isBlank() ? error.toString() : message;
    }

    /** The code that a message of ours begins with. */
    public static Optional<ErrorCode> code(String message) {
        int colon = message.indexOf(": ");
        if (colon > 0 && message.startsWith("SHD-")) {
            String id = message.substring(0, colon);
            for (ErrorCode code : ErrorCode.values()) {
                if (code.id().equals(id)) {
                    return Optional.of(code);
                }
            }
        }
        return Optional.empty();
    }

    private static String state(Throwable error, Palette palette) {
        String state = "";
        if (error instanceof SQLException sql && sql.getSQLState() != null) {
            state = "SQLState " + sql.getSQLState() + (sql.getErrorCode() == 0 ? "" : ", code " + sql.getErrorCode());
        } else if (error instanceof ShardingException sharding) {
            state = "SQLState " + sharding.code().sqlState();
        }
        return state.isEmpty() ? "" : palette.paint(Role.DIM, " [" + state + "]");
    }

    /** A line for each warning of a chain; null is none. */
    public static List<String> of(SQLWarning first, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (SQLWarning each = first; each != null; each = each.getNextWarning()) {
            lines.add(palette.paint(Role.WARNING, "warning:") + " " + PrintableText.lines(message(each))
                    + state(each, palette));
        }
        return lines;
    }
}
