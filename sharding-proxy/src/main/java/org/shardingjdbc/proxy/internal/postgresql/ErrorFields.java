package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a client is told of an error: all that a data node said where one did, and else SQLState and message. */
final class ErrorFields {
    /** What the server says of a statement whose rows have other columns than at first, along with its routine. */
    static final String CHANGED_COLUMNS = "cached plan must not change result type";

    private static final String INTERNAL = "XX000";
    /** By this name drivers know that they may prepare such a statement again. */
    private static final String CHECKS_COLUMNS = "RevalidateCachedQuery";
    /** By which our part of a message begins that says where it was. */
    private static final String SOURCE = "data source ";
    /** By which a server's part begins that is about parameters, which who copies has not given. */
    private static final String PORTAL = "unnamed portal ";

    private final Map<Character, String> fields = new LinkedHashMap<>();

    ErrorFields(SQLException error) {
        if (error instanceof CopyFailure ofRow) {
            putRow(ofRow);
            return;
        }
        ServerErrorMessage told = told(error);
        if (told == null) {
            String state = error.getSQLState();
            put('C', state == null || state.length() != 5 ? INTERNAL : state);
            put('M', error.getMessage() == null ? error.toString() : error.getMessage());
            put('R', CHANGED_COLUMNS.equals(error.getMessage()) ? CHECKS_COLUMNS : null);
            return;
        }
        put('C', told.getSQLState());
        put('M', told.getMessage());
        put('D', told.getDetail());
        put('H', told.getHint());
        put('W', where(error, told));
        put('s', told.getSchema());
        put('t', told.getTable());
        put('c', told.getColumn());
        put('d', told.getDatatype());
        put('n', told.getConstraint());
        put('R', told.getRoutine());
    }

    private void putRow(CopyFailure error) {
        if (error.getCause() instanceof SQLException cause) {
            fields.putAll(new ErrorFields(cause).fields);
        } else {
            put('C', error.getSQLState());
            put('M', error.getMessage());
            put('H', error.hint());
        }
        if (!error.where().isEmpty()) {
            StringBuilder where = new StringBuilder();
            String source = "";
            for (String line : fields.getOrDefault('W', "").split("\n", -1)) {
                if (line.startsWith(SOURCE)) {
                    source = "\n" + line;
                } else if (!line.isEmpty() && !line.startsWith(PORTAL)) {
                    where.append(line).append('\n');
                }
            }
            put('W', where.append(error.where()).append(source).toString());
        }
    }

    private void put(char field, @Nullable String value) {
        if (value != null) {
            fields.put(field, value);
        }
    }

    /** Where the server says it was, and on which data source, which ours adds to the message. */
    private static @Nullable String where(SQLException error, ServerErrorMessage told) {
        String message = String.valueOf(error.getMessage());
        int place = message.lastIndexOf(" (");
        String source = error instanceof PSQLException || place < 0 || !message.endsWith(")")
                ? null
                : message.substring(place + 2, message.length() - 1);
        if (source == null || told.getWhere() == null) {
            return source == null ? told.getWhere() : source;
        }
        return told.getWhere() + "\n" + source;
    }

    /** What the server said, where the error is its own, as it is or with its data source named. */
    private static @Nullable ServerErrorMessage told(SQLException error) {
        String message = String.valueOf(error.getMessage());
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof PSQLException driver) {
                boolean same = driver.getSQLState() != null
                        && driver.getSQLState().equals(error.getSQLState())
                        && message.startsWith(String.valueOf(driver.getMessage()));
                return same ? driver.getServerErrorMessage() : null;
            }
        }
        return null;
    }

    void write(MessageWriter message, String severity) {
        message.int8('S').text(severity).int8('V').text(severity);
        fields.forEach((field, value) -> message.int8(field).text(value));
        message.int8(0);
    }
}
