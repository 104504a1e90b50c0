package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
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

    private void sendRow() throws SQLException {
        out.begin('D').int16(columns.length);
        boolean whole = false;
        try {
            for (int i = 0; i < columns.length; i++) {
                sendValue(i);
            }
            out.end();
            whole = true;
        } finally {
            if (!whole) {
                out.giveUp();
            }
        }
    }

    private void sendValue(int column) throws SQLException {
        String text = rows.getString(column + 1);
        if (text == null) {
            out.nullValue();
        } else if (formats.isBinary(column)) {
            out.value(ValueForms.fromText(columns[column].type().oid(), text));
        } else {
            out.value(text);
        }
    }
}
