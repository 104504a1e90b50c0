package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.session.SessionTransactions;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteByKey.MoveRows;

/**
 * Moves the rows of UPDATE IGNORE one by one. A row whose new key is taken stays as it was, by a savepoint. One per
 * execution, used by one thread, in a transaction.
 */
final class IgnoringMoves {
    private final OuterStatement outer;
    private final WriteByKey write;
    private final MoveRows move;
    private final IntFunction<ValueForm> foundColumns;
    private final WriteResult result;

    IgnoringMoves(OuterStatement outer, WriteByKey write, IntFunction<ValueForm> foundColumns, WriteResult result) {
        this.outer = outer;
        this.write = write;
        this.move = Objects.requireNonNull(write.moving(), "keys change");
        this.foundColumns = foundColumns;
        this.result = result;
    }

    /** @param staying the other rows that the statement writes */
    void moveEach(List<CopiedValue[]> moving, List<CopiedValue[]> staying) throws SQLException {
        if (moving.isEmpty()) {
            return;
        }
        RowMoving.requireMovable(outer, write);
        requireApart(moving, staying);
        SessionTransactions transactions = outer.session().transactions();
        for (CopiedValue[] row : moving) {
            Savepoint before = transactions.setSavepoint(null);
            boolean moved = move(row);
            if (!moved) {
                transactions.rollback(before);
            }
            transactions.release(before);
            result.add(moved ? 1 : write(Objects.requireNonNull(move.keep(), "taken keys are ignored"), row));
        }
    }

    /** Refuses rows that compete for a key: which of them gets it depends on the order that databases choose. */
    private void requireApart(List<CopiedValue[]> moving, List<CopiedValue[]> staying) {
        List<CopiedValue[]> all = new ArrayList<>(moving);
        all.addAll(staying);
        Set<List<Object>> before = new HashSet<>();
        Set<List<Object>> after = new HashSet<>();
        for (CopiedValue[] row : all) {
            before.add(comparable(Arrays.asList(row).subList(0, write.keys()), all.size() > 1));
        }
        for (CopiedValue[] row : all) {
            List<Object> own = comparable(Arrays.asList(row).subList(0, write.keys()), all.size() > 1);
            List<Object> key = comparable(KeyedWriting.newKey(write, row), all.size() > 1);
            if (!after.add(key) || !key.equals(own) && before.contains(key)) {
                throw new ShardingException(ErrorCode.KEY_CHANGED_IN_PLACE, write.table());
            }
        }
    }

    /**
     * A key in comparable form. Values that are no numbers, which a collation may call equal, are refused where several
     * rows are written.
     */
    private List<Object> comparable(List<CopiedValue> key, boolean several) {
        for (CopiedValue value : key) {
            if (value.value() == null) {
                throw refused("UPDATE IGNORE would replace its new key, NULL");
            }
            if (several && !(value.value() instanceof Number)) {
                throw refused("other rows of the UPDATE IGNORE may get the same key, which is no number");
            }
        }
        return KeyedWriting.comparable(key);
    }

    private ShardingException refused(String obstacle) {
        return new ShardingException(ErrorCode.ROW_NOT_MOVABLE, write.table(), obstacle);
    }

    private boolean move(CopiedValue[] found) throws SQLException {
        if (move.update() != null) {
            write(move.update(), found);
        }
        List<CopiedValue> key = KeyedWriting.newKey(write, found);
        CopiedValue[] row;
        ValueCopier columns;
        try (StepStatement reading = outer.open(move.read().fill(foundColumns), GeneratedKeyRequest.NONE)) {
            reading.bind(Arrays.asList(found));
            try (ResultSet rows = reading.query()) {
                columns = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
                if (!rows.next()) {
                    throw refused("it is no longer found by its key");
                }
                row = columns.row(rows);
            }
        }
        for (int i = 0; i < key.size(); i++) {
            row[i] = key.get(i);
        }
        write(move.delete(), found);
        try (StepStatement insert = outer.open(move.insert().fill(columns::form), GeneratedKeyRequest.NONE)) {
            insert.bind(Arrays.asList(row));
            boolean inserted = insert.update() > 0;
            result.takeKeys(insert, GeneratedKeyRequest.NONE);
            if (!inserted) {
                return false;
            }
        }
        requireFound(key, found);
        return true;
    }

    /**
     * Checks that a row still has its new key: IGNORE cuts a key that does not fit into its column, and the row then
     * belongs elsewhere.
     */
    private void requireFound(List<CopiedValue> key, CopiedValue[] found) throws SQLException {
        List<CopiedValue> own = new ArrayList<>(Arrays.asList(found));
        for (int i = 0; i < key.size(); i++) {
            own.set(i, key.get(i));
        }
        try (StepStatement reading = outer.open(move.read().fill(foundColumns), GeneratedKeyRequest.NONE)) {
            reading.bind(own);
            try (ResultSet rows = reading.query()) {
                if (!rows.next()) {
                    throw refused("its new key does not fit into the column");
                }
            }
        }
    }

    private long write(StepTemplate template, CopiedValue[] row) throws SQLException {
        try (StepStatement step = outer.open(template.fill(foundColumns), GeneratedKeyRequest.NONE)) {
            step.bind(Arrays.asList(row));
            return step.update();
        }
    }
}
