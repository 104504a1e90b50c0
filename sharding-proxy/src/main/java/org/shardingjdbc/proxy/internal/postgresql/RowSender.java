package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/** Sends rows as they are read, as fast as the client takes them. */
final class RowSender {
    private final ResultSet rows;
    private final SentColumn[] columns;
    private final Formats formats;
    private final MessageWriter out;

    RowSender(ResultSet rows, SentColumn[] columns, Formats formats, MessageWriter out) {
        this.rows = rows;
        this.columns = columns;
        this.formats = formats;
        this.out = out;
    }

    /**
     * Sends the next rows.
     *
     * @param most 0 for all
     * @return how many there were
     */
    long send(long most) throws SQLException, ClientGone {
        long sent = 0;
        while ((most == 0 || sent < most) && rows.next()) {
            sendRow();
            sent++;
            out.paced();
        }
        return sent;
    }

    /** Sends a row that was read before, as the texts of its values. */
    static void send(String[] row, SentColumn[] columns, Formats formats, MessageWriter out) throws SQLException {
        out.begin('D').int16(columns.length);
        boolean whole = false;
        try {
            for (int i = 0; i < columns.length; i++) {
                sendValue(row[i], i, columns, formats, out);
            }
            out.end();
            whole = true;
        } finally {
            if (!whole) {
                out.giveUp();
            }
        }
    }

    private void sendRow() throws SQLException {
        out.begin('D').int16(columns.length);
        boolean whole = false;
        try {
            for (int i = 0; i < columns.length; i++) {
                sendValue(rows.getString(i + 1), i, columns, formats, out);
            }
            out.end();
            whole = true;
        } finally {
            if (!whole) {
                out.giveUp();
            }
        }
    }

    private static void sendValue(
            @Nullable String text, int column, SentColumn[] columns, Formats formats, MessageWriter out)
            throws SQLException {
        if (text == null) {
            out.nullValue();
        } else if (formats.isBinary(column)) {
            out.value(ValueForms.fromText(columns[column].type().oid(), text));
        } else {
            out.value(text);
        }
    }
}
