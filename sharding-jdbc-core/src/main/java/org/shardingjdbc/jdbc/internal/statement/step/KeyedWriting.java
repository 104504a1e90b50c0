package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.value.CopiedValue;
import org.shardingjdbc.jdbc.internal.value.ValueCopier;
import org.shardingjdbc.plan.internal.operator.WriteByKey;

/**
 * Finds the rows of an UPDATE or DELETE and writes each by its key. Holds the keys and values of all rows that are
 * found, up to {@code max-rows-in-memory} of them. One per execution, used by one thread.
 */
final class KeyedWriting {
    private final LogicStatement statement;
    private final WriteByKey write;
    private final NestedRuns runs;
    private final GeneratedKeyRequest keys;
    private final long maxRowsInMemory;
    private final WriteResult result;
    private final Map<List<CopiedValue>, CopiedValue[]> found = new LinkedHashMap<>();
    private ValueCopier copier;

    KeyedWriting(
            LogicStatement statement,
            WriteByKey write,
            NestedRuns runs,
            GeneratedKeyRequest keys,
            long maxRowsInMemory) {
        this.keys = keys;
        this.statement = statement;
        this.write = write;
        this.runs = runs;
        this.maxRowsInMemory = maxRowsInMemory;
        this.result = new WriteResult(statement);
    }

    /** Writes all rows; to be run as one. */
    WriteResult run() throws SQLException {
        find();
        if (write.moving() == null) {
            write(found.values());
        } else {
            requireFreeKeys();
            RowMoving moving = new RowMoving(statement, write, runs, copier, result);
            List<CopiedValue[]> staying = moving.takeMoving(found.values());
            moving.takeOut();
            write(staying);
            moving.putIn();
        }
        if (write.returned() != null) {
            result.describe(runs, write.returned());
        }
        return result;
    }

    private void find() throws SQLException {
        try (PreparedStatement query = runs.prepare(write.find(), List.of());
                ResultSet rows = query.executeQuery()) {
            copier = new ValueCopier(rows.getMetaData(), statement.session().dialect(), new BitSet());
            while (rows.next()) {
                take(copier.row(rows));
            }
        }
    }

    /** A row that is found twice is written once, as the database would. */
    private void take(CopiedValue[] row) {
        List<CopiedValue> key = Arrays.asList(row).subList(0, write.keys());
        CopiedValue[] known = found.putIfAbsent(key, row);
        if (known != null && !Arrays.equals(known, row)) {
            throw new ShardingException(ErrorCode.WRITE_AMBIGUOUS, write.table());
        }
        if (maxRowsInMemory > 0 && found.size() > maxRowsInMemory) {
            throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, maxRowsInMemory, "write them by their keys");
        }
    }

    /** Whether keys may pass through each other depends on the order of the rows, which databases choose. */
    private void requireFreeKeys() {
        for (CopiedValue[] row : found.values()) {
            List<CopiedValue> before = Arrays.asList(row).subList(0, write.keys());
            List<CopiedValue> after = newKey(write, row);
            if (!after.equals(before) && found.containsKey(after)) {
                throw new ShardingException(ErrorCode.KEY_CHANGED_IN_PLACE, write.table());
            }
        }
    }

    /** The key that a found row will have. */
    static List<CopiedValue> newKey(WriteByKey write, CopiedValue[] row) {
        List<CopiedValue> key = new ArrayList<>(Arrays.asList(row).subList(0, write.keys()));
        for (int i = 0; i < write.newKeys().size(); i++) {
            key.set(write.newKeys().get(i), row[write.keys() + i]);
        }
        return key;
    }

    private void write(Iterable<CopiedValue[]> rows) throws SQLException {
        try (StepBatch batch = new StepBatch(runs, write.write().fill(copier::placeholder), result, keys)) {
            for (CopiedValue[] row : rows) {
                if (write.returned() != null || keys.wanted()) {
                    batch.execute(row, write.returned() != null);
                } else {
                    batch.add(row);
                }
            }
            batch.flush();
        }
    }
}
