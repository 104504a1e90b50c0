package org.shardingjdbc.feature.encrypt.backfill;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.walk.KeyPosition;
import org.shardingjdbc.dialect.walk.Pace;
import org.shardingjdbc.dialect.walk.TableWalk;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.encrypt.backfill.BackfillOptions.BackfillProgress;
import org.shardingjdbc.feature.encrypt.internal.ColumnEncryption;

/**
 * The backfill of one data node, on one connection. Rows come in batches by primary key. A row that is not as the
 * configuration demands is written by an UPDATE that finds it only if all its forms are still those that were read. A
 * batch in which another writer was faster is read once more. So what others write is never lost, and a run that was
 * broken off can be begun again: the rows that it wrote are as they should be. Not thread-safe.
 */
final class NodeBackfill {
    /** How often one batch may be read, as other writers may be faster and deadlocks happen. */
    private static final int MOST_READINGS = 200;

    private static final int MYSQL_LOCK_TIMEOUT = 1205;

    private final Connection connection;
    private final String dataNode;
    private final ActualTable table;
    private final List<ColumnEncryption> columns;
    private final BackfillOptions options;
    private final Findings findings;
    private final TableWalk walk;

    /** @param stored by the columns of {@link ActualTable#stored} */
    private record Row(KeyPosition key, List<String> stored) {}

    /** @param settled false when a row was not found any more as it was read */
    private record ChunkResult(boolean settled, long rows, List<Row> unreadable) {}

    NodeBackfill(
            Connection connection,
            String dataNode,
            ActualTable table,
            List<ColumnEncryption> columns,
            BackfillOptions options,
            Findings findings) {
        this.connection = connection;
        this.dataNode = dataNode;
        this.table = table;
        this.columns = columns;
        this.options = options;
        this.findings = findings;
        this.walk = new TableWalk(connection, table.table(), table.stored(), options.batchRows());
    }

    /** A batch as it was read last. */
    private record Batch(TableWalk.Chunk chunk, List<Row> rows) {}

    /**
     * Looks at all rows.
     *
     * @param writing whether rows are written, or only counted
     */
    void run(boolean writing, BooleanSupplier stop) throws SQLException {
        long total = walk.count();
        connection.commit();
        long rowsBefore = findings.rows();
        long writtenBefore = findings.written();
        boolean finished = walk.run(
                null,
                after -> {
                    Batch batch = writing ? write(after) : check(after);
                    findings.looked(batch.rows().size());
                    options.progress()
                            .accept(new BackfillProgress(
                                    dataNode, findings.rows() - rowsBefore, total, findings.written() - writtenBefore));
                    return batch.chunk();
                },
                Pace.resting(options.pauseMillis(), stop));
        if (!finished) {
            findings.stopped();
        }
    }

    private Batch check(@Nullable KeyPosition after) throws SQLException {
        Batch batch = read(after);
        connection.commit();
        for (Row row : batch.rows()) {
            List<String> wanted = wanted(row);
            if (wanted == null) {
                findings.unreadable(dataNode, row.key());
            } else if (!wanted.equals(row.stored())) {
                findings.left(1);
            }
        }
        return batch;
    }

    /** Reads a batch and writes its rows, until none is left that somebody else has changed in between. */
    private Batch write(@Nullable KeyPosition after) throws SQLException {
        SQLException failure = null;
        for (int reading = 0; reading < MOST_READINGS; reading++) {
            try {
                Batch batch = read(after);
                ChunkResult written = writeAll(batch.rows());
                connection.commit();
                findings.wrote(written.rows());
                if (written.settled()) {
                    written.unreadable().forEach(row -> findings.unreadable(dataNode, row.key()));
                    return batch;
                }
            } catch (SQLException e) {
                if (!isPassing(e)) {
                    // The caller rolls back, and a failure of that must not take the place of this error.
                    throw e;
                }
                connection.rollback();
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        throw ActualTable.refuse(
                dataNode, "others change its rows faster than they can be written: use smaller batches");
    }

    /** Whether the failure is a deadlock, a failed serialization, or a lock that was waited for too long. */
    private static boolean isPassing(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("40") || state.equals("HYT00"))
                || e.getErrorCode() == MYSQL_LOCK_TIMEOUT;
    }

    private ChunkResult writeAll(List<Row> batch) throws SQLException {
        boolean settled = true;
        long written = 0;
        List<Row> unreadable = new ArrayList<>();
        for (Row row : batch) {
            List<String> wanted = wanted(row);
            if (wanted == null) {
                unreadable.add(row);
            } else if (!wanted.equals(row.stored())) {
                boolean found = update(row, wanted);
                written += found ? 1 : 0;
                settled &= found;
            }
        }
        return new ChunkResult(settled, written, unreadable);
    }

    private boolean update(Row row, List<String> wanted) throws SQLException {
        List<Integer> changed = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            if (!Objects.equals(wanted.get(i), row.stored().get(i))) {
                changed.add(i);
            }
        }
        try (PreparedStatement update = connection.prepareStatement(table.update(changed, row.stored()))) {
            int parameter = 0;
            for (int form : changed) {
                table.table().setText(update, ++parameter, wanted.get(form));
            }
            parameter = table.table().setKey(update, parameter, row.key());
            for (String read : row.stored()) {
                if (read != null) {
                    table.table().setText(update, ++parameter, read);
                }
            }
            return update.executeUpdate() == 1;
        } catch (SQLException e) {
            if (isOfRow(e)) {
                throw ShardingException.causedBy(
                        e,
                        ErrorCode.BACKFILL_REFUSED,
                        dataNode,
                        "row " + row.key() + " cannot be written: " + e.getMessage());
            }
            throw e;
        }
    }

    /** Whether a value does not fit, or a constraint is violated: such a failure does not pass by itself. */
    private static boolean isOfRow(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("23"));
    }

    /** The forms that are to be stored; null where they cannot be known. */
    private @Nullable List<String> wanted(Row row) {
        List<String> wanted = new ArrayList<>();
        try {
            for (ColumnEncryption column : columns) {
                int at = wanted.size();
                int cipher = column.plain() == null ? at : at + 1;
                String plain = column.plain() == null ? null : row.stored().get(at);
                List<String> digests = row.stored()
                        .subList(cipher + 1, cipher + 1 + column.digests().size());
                ColumnEncryption.Forms forms = column.wanted(
                        new ColumnEncryption.Forms(plain, row.stored().get(cipher), digests));
                if (column.plain() != null) {
                    wanted.add(plain);
                }
                wanted.add(forms.cipher());
                wanted.addAll(forms.digests());
            }
            return wanted;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Batch read(@Nullable KeyPosition after) throws SQLException {
        List<Row> rows = new ArrayList<>();
        TableWalk.Chunk chunk = walk.read(after, row -> {
            List<String> stored = new ArrayList<>();
            for (int i = 0; i < table.stored().size(); i++) {
                stored.add(row.text(i));
            }
            rows.add(new Row(Objects.requireNonNull(row.position(), "a table without a key"), stored));
            return true;
        });
        return new Batch(chunk, rows);
    }
}
