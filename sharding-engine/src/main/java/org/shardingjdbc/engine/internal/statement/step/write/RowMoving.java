package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepBatch;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteByKey.MoveRows;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Moves rows to the data nodes of their new keys. All rows are taken out before the first one is put in, so that they
 * do not collide. One per execution, used by one thread.
 */
final class RowMoving {
    private final WriteByKey write;
    private final MoveRows move;
    private final OuterStatement outer;
    private final IntFunction<ValueForm> foundColumns;
    private final WriteResult result;
    private final ShardPlan routePlan;
    private final List<CopiedValue[]> moving = new ArrayList<>();
    private final List<CopiedValue[]> taken = new ArrayList<>();
    private @Nullable ValueCopier rowColumns;

    RowMoving(OuterStatement outer, WriteByKey write, IntFunction<ValueForm> foundColumns, WriteResult result) {
        this.outer = outer;
        this.write = write;
        this.move = Objects.requireNonNull(write.moving(), "keys change");
        this.foundColumns = foundColumns;
        this.result = result;
        this.routePlan =
                (ShardPlan) outer.session().plans().plan(move.routeQuery()).plan();
    }

    /** Keeps the found rows that move, or moves them at once where a taken key is ignored; returns the other rows. */
    List<CopiedValue[]> takeMoving(Iterable<CopiedValue[]> found) throws SQLException {
        List<CopiedValue[]> staying = new ArrayList<>();
        for (CopiedValue[] row : found) {
            if (stays(row)) {
                staying.add(row);
            } else {
                moving.add(row);
            }
        }
        if (!moving.isEmpty() && move.obstacle() != null) {
            throw new ShardingException(ErrorCode.ROW_NOT_MOVABLE, write.table(), move.obstacle());
        }
        if (move.keep() != null) {
            new IgnoringMoves(outer, write, foundColumns, result).moveEach(moving, staying);
            moving.clear();
        }
        return staying;
    }

    private boolean stays(CopiedValue[] row) {
        List<CopiedValue> before = Arrays.asList(row).subList(0, write.keys());
        List<CopiedValue> after = KeyedWriting.newKey(write, row);
        for (CopiedValue value : after) {
            if (value.value() == null) {
                return false;
            }
        }
        return dataNode(before).equals(dataNode(after));
    }

    private Object dataNode(List<CopiedValue> key) {
        Object[] values = new Object[key.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = key.get(i).value();
        }
        ChosenUnits execution = routePlan.route(values, HintValues.UNCHECKED);
        List<Object> targets = new ArrayList<>();
        for (int unit = 0; unit < execution.size(); unit++) {
            targets.add(execution.target(unit));
        }
        return targets;
    }

    /** Writes the other assignments, then reads and deletes the rows. */
    void takeOut() throws SQLException {
        if (moving.isEmpty()) {
            return;
        }
        requireMovable(outer, write);
        if (move.update() != null) {
            writeAll(move.update().fill(foundColumns), moving, null);
        }
        NestedStatement read = move.read().fill(foundColumns);
        try (StepStatement reading = outer.open(read, GeneratedKeyRequest.NONE)) {
            for (CopiedValue[] row : moving) {
                reading.bind(Arrays.asList(row));
                try (ResultSet rows = reading.query()) {
                    take(rows, row);
                }
            }
        }
        writeAll(move.delete().fill(foundColumns), moving, null);
    }

    static void requireMovable(OuterStatement outer, WriteByKey write) {
        String obstacle = outer.session().deployment().catalog().moveObstacle(write.table());
        if (obstacle != null) {
            throw new ShardingException(ErrorCode.ROW_NOT_MOVABLE, write.table(), obstacle);
        }
    }

    private void take(ResultSet rows, CopiedValue[] found) throws SQLException {
        if (rowColumns == null) {
            rowColumns = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
        }
        int before = taken.size();
        while (rows.next()) {
            CopiedValue[] row = rowColumns.row(rows);
            List<CopiedValue> key = KeyedWriting.newKey(write, found);
            for (int i = 0; i < key.size(); i++) {
                row[i] = key.get(i);
            }
            for (int i = 0; i < move.assigned().size(); i += 2) {
                row[move.assigned().get(i)] = found[move.assigned().get(i + 1)];
            }
            taken.add(row);
        }
        if (write.places() > 0 && taken.size() != before + 1) {
            throw new ShardingException(ErrorCode.ROW_NOT_MOVABLE, write.table(), "it is not found again");
        }
    }

    /** Inserts the rows where they belong now. */
    void putIn() throws SQLException {
        if (taken.isEmpty()) {
            return;
        }
        NestedStatement insert = move.insert().fill(Objects.requireNonNull(rowColumns, "rows were taken")::form);
        if (write.returned() == null) {
            writeAll(insert, taken, result);
            return;
        }
        try (StepBatch batch = new StepBatch(outer, insert, result)) {
            for (CopiedValue[] row : taken) {
                batch.execute(row, true);
            }
        }
    }

    private void writeAll(NestedStatement step, List<CopiedValue[]> rows, @Nullable WriteResult told)
            throws SQLException {
        try (StepBatch batch = new StepBatch(outer, step, told)) {
            for (CopiedValue[] row : rows) {
                batch.add(row);
            }
            batch.flush();
        }
    }
}
