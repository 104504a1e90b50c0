package org.shardingjdbc.proxy.internal.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * Answers a client with the results of an executed statement: rows as they come, counts, generated keys. Not
 * thread-safe; one per session.
 */
final class ResultAnswer {
    /** The statement whose results are answered, as the session sees it. */
    interface Progress {
        /** As {@link StatusFlags}. */
        int status();

        /** Whether what runs is to end. */
        boolean isKilled();

        /** Whether rows are read and go to the client now. */
        void writes(boolean now);
    }

    private final Replies replies;
    private final Diagnostics diagnostics;
    private final Progress progress;

    ResultAnswer(Replies replies, Diagnostics diagnostics, Progress progress) {
        this.replies = replies;
        this.diagnostics = diagnostics;
        this.progress = progress;
    }

    /**
     * All results of the statement, in their order.
     *
     * @param startsWithRows what its execution returned
     * @param keyed whether it was asked for generated keys
     * @param binary whether rows are in the binary form
     * @param moreFollow whether another statement's results come behind it
     */
    void answer(Statement statement, boolean startsWithRows, boolean keyed, boolean binary, boolean moreFollow)
            throws SQLException, ClientGone {
        boolean rows = startsWithRows;
        long count = rows ? -1 : statement.getLargeUpdateCount();
        do {
            long key = 0;
            int warnings;
            if (rows) {
                warnings = writeRows(statement, binary);
            } else {
                key = keyed ? firstKey(statement) : 0;
                warnings = diagnostics.add(statement.getWarnings());
            }
            boolean nextHasRows = statement.getMoreResults();
            long nextCount = nextHasRows ? -1 : statement.getLargeUpdateCount();
            boolean more = moreFollow || nextHasRows || nextCount >= 0;
            int flags = progress.status() | (more ? StatusFlags.MORE_RESULTS : 0);
            if (rows) {
                replies.endOfRows(flags, warnings);
            } else {
                replies.ok(Math.max(count, 0), key, flags, warnings);
            }
            rows = nextHasRows;
            count = nextCount;
        } while (rows || count >= 0);
    }

    /** @return how many warnings it has */
    private int writeRows(Statement statement, boolean binary) throws SQLException, ClientGone {
        progress.writes(true);
        try (ResultSet rows = statement.getResultSet()) {
            List<WireColumn> columns = ColumnReader.read(rows.getMetaData(), replies.charset());
            replies.columns(columns, progress.status());
            writeAll(rows, new WireRows(replies.out(), columns, binary, replies.charset()), null);
            // They are of the databases' statements, which end with their rows.
            return diagnostics.add(statement.getWarnings());
        } finally {
            // To close them may be to read what is left of them.
            progress.writes(false);
        }
    }

    /**
     * Keeps the rows that the statement has as its first result, and tells the client that it may fetch them.
     *
     * @param cursor empty
     */
    void openCursor(Statement statement, StatementCursor cursor) throws SQLException, ClientGone {
        List<WireColumn> columns;
        int warnings;
        progress.writes(true);
        try (ResultSet rows = statement.getResultSet()) {
            columns = ColumnReader.read(rows.getMetaData(), replies.charset());
            WireRows writer = new WireRows(new PacketWriter(cursor), columns, true, replies.charset());
            writeAll(rows, writer, cursor);
            warnings = diagnostics.add(statement.getWarnings());
        } finally {
            progress.writes(false);
        }
        cursor.filled();
        replies.cursor(columns, progress.status(), warnings);
    }

    /** @param cursor which keeps them; null where they go to the client */
    private void writeAll(ResultSet rows, WireRows writer, @Nullable StatementCursor cursor)
            throws SQLException, ClientGone {
        while (rows.next()) {
            writer.write(rows);
            if (cursor != null) {
                cursor.requireKept();
            }
            if (progress.isKilled()) {
                throw MySqlException.of(MySqlError.INTERRUPTED);
            }
        }
    }

    /** The database tells the first one of a statement's generated keys; 0 stands for none. */
    private static long firstKey(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            if (keys.next() && keys.getObject(1) instanceof Number key) {
                return key.longValue();
            }
            return 0;
        }
    }

    /** Rows that the server itself has, in the text form. */
    void answer(List<String> labels, List<? extends List<? extends @Nullable String>> rows, boolean moreFollow)
            throws ClientGone {
        List<WireColumn> columns = labels.stream().map(this::own).toList();
        replies.columns(columns, progress.status());
        for (List<? extends @Nullable String> row : rows) {
            WireRows.writeTexts(replies.out(), row, replies.charset().java());
        }
        replies.endOfRows(progress.status() | (moreFollow ? StatusFlags.MORE_RESULTS : 0), 0);
    }

    /** As the databases type what they show by that name. */
    private WireColumn own(String label) {
        return switch (label) {
            case "@@session.warning_count", "@@session.error_count" ->
                number(label, WireType.LONGLONG, 21, WireColumn.UNSIGNED);
            case "Code" -> number(label, WireType.LONG, 4, WireColumn.UNSIGNED | WireColumn.NOT_NULL);
            case "Id" -> number(label, WireType.LONGLONG, 11, WireColumn.NOT_NULL);
            case "Time" -> number(label, WireType.LONG, 7, WireColumn.NOT_NULL);
            default ->
                new WireColumn(
                        "",
                        "",
                        "",
                        label,
                        "",
                        WireType.VAR_STRING,
                        replies.charset().collation(),
                        1024,
                        0,
                        0);
        };
    }

    private static WireColumn number(String label, WireType type, int length, int flags) {
        return new WireColumn("", "", "", label, "", type, ClientCharset.BINARY, length, WireColumn.BINARY | flags, 0);
    }
}
