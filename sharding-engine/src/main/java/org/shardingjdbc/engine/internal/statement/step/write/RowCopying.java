package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CopyRows.MergeSourceRows;
import org.shardingjdbc.rule.placement.KeyGeneration;

/**
 * Inserts the rows of a query where they belong. The rows stream where results and statements may alternate on a
 * connection; elsewhere they are read first, up to {@code max-rows-in-memory} of them. One per execution, used by one
 * thread.
 */
public final class RowCopying {
    private static final int ROWS_AT_ONCE = 200;
    private static final int VALUES_AT_ONCE = 4000;
    private static final int FETCH_SIZE = 500;
    /** The PostgreSQL driver can send no more values in one statement; others can send at least as many. */
    private static final int MOST_VALUES = 32000;

    private final CopyRows copied;
    private final OuterStatement outer;
    private final WriteResult result;
    private final List<CopiedValue[]> waiting = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ValueCopier copier;

    private final @Nullable MergeSourceRows merged;
    private final @Nullable KeyGeneration generation;
    private @Nullable StepStatement inserting;
    private int insertRows;

    public RowCopying(OuterStatement outer, CopyRows copied) {
        this.outer = outer;
        this.copied = copied;
        this.merged = copied.source();
        this.generation = merged == null ? null : merged.generation();
        this.result = new WriteResult(outer);
    }

    /** Inserts all rows, as one, and shows the result. */
    public void run() throws SQLException {
        outer.session().asOne(this::copyAll).show(copied.returned() != null, outer.keys());
    }

    private WriteResult copyAll() throws SQLException {
        try (StepStatement query = outer.prepare(copied.query(), List.of())) {
            query.fetch(FETCH_SIZE);
            try (ResultSet rows = query.query()) {
                copier = copier(rows.getMetaData());
                copier.refuseRounded(rows.getMetaData());
                if (merged != null) {
                    readAll(rows, outer.maxRowsInMemory(), "merge them where they belong");
                } else if (copied.together()) {
                    readAll(rows, MOST_VALUES / copier.width(), "insert by one statement");
                } else if (outer.dialect().drivers().interleavesResults()) {
                    stream(rows, query);
                } else {
                    readAll(rows, outer.maxRowsInMemory(), "insert them where they belong");
                }
            }
            insertWaiting();
            if (copied.returned() != null) {
                result.describe(copied.returned());
            }
        } finally {
            close();
        }
        return result;
    }

    private ValueCopier copier(ResultSetMetaData columns) throws SQLException {
        return merged == null
                ? new ValueCopier(columns, outer.dialect(), copied.untyped())
                : ValueCopier.keepingTypes(columns, outer.dialect(), merged.ordered());
    }

    /** How many values each row has, including its generated key. */
    private int width() {
        return copier.width() + (generation == null ? 0 : 1);
    }

    private void stream(ResultSet rows, StepStatement query) throws SQLException {
        int most = rowsAtOnce();
        while (rows.next()) {
            waiting.add(copier.row(rows));
            if (waiting.size() == most) {
                insertWaiting();
                query.resume();
            }
        }
    }

    private void readAll(ResultSet rows, long most, String purpose) throws SQLException {
        while (rows.next()) {
            if (most > 0 && waiting.size() == most) {
                throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, most, purpose);
            }
            waiting.add(copier.row(rows));
        }
    }

    private int rowsAtOnce() {
        return Math.max(1, Math.min(ROWS_AT_ONCE, VALUES_AT_ONCE / Math.max(1, width())));
    }

    private void insertWaiting() throws SQLException {
        if (merged != null) {
            mergeWaiting(merged);
            return;
        }
        int most = copied.together() ? waiting.size() : rowsAtOnce();
        for (int from = 0; from < waiting.size(); from += most) {
            insert(waiting.subList(from, Math.min(waiting.size(), from + most)));
        }
        waiting.clear();
    }

    private void mergeWaiting(MergeSourceRows source) throws SQLException {
        List<List<CopiedValue[]>> statements = MergedGroups.of(source, waiting, rowsAtOnce());
        int most = MOST_VALUES / width();
        for (List<CopiedValue[]> rows : statements) {
            if (rows.size() > most) {
                throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, most, "merge by one statement");
            }
        }
        for (List<CopiedValue[]> rows : statements) {
            insert(rows);
        }
        waiting.clear();
    }

    private void insert(List<CopiedValue[]> rows) throws SQLException {
        if (insertRows != rows.size()) {
            close();
            insertRows = rows.size();
            inserting = outer.open(insert(insertRows), outer.keys());
        }
        StepStatement step = Objects.requireNonNull(inserting, "opened for so many rows");
        Object[] keys = new Object[generation == null ? 0 : rows.size()];
        if (generation != null) {
            generation.generator().next(keys, 0, keys.length);
        }
        List<CopiedValue> values = new ArrayList<>(rows.size() * width());
        for (int row = 0; row < rows.size(); row++) {
            values.addAll(Arrays.asList(rows.get(row)));
            if (generation != null) {
                values.add(new CopiedValue(PlainCarrier.OBJECT, keys[row]));
            }
        }
        step.bind(values);
        result.execute(step, copied.returned() != null, outer.keys());
    }

    private NestedStatement insert(int rows) {
        int width = width();
        return copied.write().of(rows, width).fill(value -> form(value % width));
    }

    private ValueForm form(int column) {
        if (column < copier.width()) {
            return copier.form(column);
        }
        return merged == null || merged.keyType() == null ? ValueForm.PLAIN : ValueForm.PLAIN.castTo(merged.keyType());
    }

    private void close() throws SQLException {
        StepStatement closing = inserting;
        inserting = null;
        if (closing != null) {
            closing.close();
        }
    }
}
