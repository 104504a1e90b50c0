package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepBatch;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.GivenValue;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.rule.beside.BesideStatement;
import org.shardingjdbc.rule.beside.RowChange;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/**
 * Executes a write together with what rules write beside it, as one. Finds and locks the rows that are there; rules
 * make statements of each change, some to be executed before the write and some behind it. Holds the rows, up to
 * {@code max-rows-in-memory} of them. One per execution, used by one thread.
 */
public final class BesideWriting {
    private final OuterStatement outer;
    private final WriteBeside besides;
    private final Object[] values;
    private final Session.Steps<Void> write;
    /** The rows as they were, with the columns of {@code besides}. */
    private final List<List<Object>> found = new ArrayList<>();
    /**
     * How values that were read are written again, by the objects themselves. Without those of which the JVM may have
     * one object for equal values of all columns; drivers know by their classes how to write them.
     */
    private final Map<Object, CopiedValue> carried = new IdentityHashMap<>();

    public BesideWriting(OuterStatement outer, WriteBeside besides, Object[] values, Session.Steps<Void> write) {
        this.outer = outer;
        this.besides = besides;
        this.values = values;
        this.write = write;
    }

    public void run() throws SQLException {
        outer.session().asOne(this::writeAll);
    }

    private Void writeAll() throws SQLException {
        if (besides.find() != null) {
            find(besides.find());
        }
        List<BesideStatement> before = new ArrayList<>();
        List<BesideStatement> after = new ArrayList<>();
        List<RowChange> changes = changes();
        for (WritesBeside writer : besides.writers()) {
            int[] positions = writer.columns().stream().mapToInt(this::position).toArray();
            for (RowChange change : changes) {
                RowChange own = new RowChange(of(change.before(), positions), of(change.after(), positions));
                before.addAll(writer.before(own));
                after.addAll(writer.after(own));
            }
        }
        execute(before);
        write.run();
        if (besides.find() != null && outer.results().updateCount() != found.size()) {
            throw new ShardingException(
                    ErrorCode.BESIDE_ROWS_CHANGED,
                    found.size(),
                    besides.table(),
                    outer.results().updateCount());
        }
        execute(after);
        return null;
    }

    private int position(String column) {
        for (int i = 0; i < besides.columns().size(); i++) {
            if (besides.columns().get(i).equalsIgnoreCase(column)) {
                return i;
            }
        }
        throw new IllegalStateException("a writer has other columns than before: " + column);
    }

    private static @Nullable List<Object> of(@Nullable List<Object> row, int[] positions) {
        if (row == null) {
            return null;
        }
        List<Object> own = new ArrayList<>(positions.length);
        for (int position : positions) {
            own.add(row.get(position));
        }
        return own;
    }

    private void find(NestedStatement find) throws SQLException {
        long most = outer.maxRowsInMemory();
        try (StepStatement query = outer.prepare(find, List.of());
                ResultSet rows = query.query()) {
            ValueCopier copier = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (CopiedValue value : copier.row(rows)) {
                    row.add(value.value());
                    if (!isShared(value.value())) {
                        carried.put(value.value(), value);
                    }
                }
                found.add(row);
                if (most > 0 && found.size() > most) {
                    throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, most, "write them in portions");
                }
            }
        }
    }

    private static boolean isShared(@Nullable Object value) {
        return value == null
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long;
    }

    private List<RowChange> changes() {
        List<RowChange> changes = new ArrayList<>();
        for (List<GivenValue> row : besides.rows()) {
            List<Object> inserted = new ArrayList<>();
            row.forEach(value -> inserted.add(known(value)));
            changes.add(new RowChange(null, inserted));
        }
        for (List<Object> row : found) {
            List<@Nullable GivenValue> set = besides.set();
            List<@Nullable Object> after = set == null ? null : new ArrayList<>(row);
            for (int i = 0; set != null && after != null && i < row.size(); i++) {
                GivenValue given = set.get(i);
                if (given != null) {
                    after.set(i, known(given));
                }
            }
            changes.add(new RowChange(row, after));
        }
        return changes;
    }

    private @Nullable Object known(GivenValue value) {
        Object made = value.of(values);
        if (made != null && made.getClass().getPackage() == ShardingValues.class.getPackage()) {
            throw new ShardingException(
                    ErrorCode.BESIDE_VALUE_UNKNOWN,
                    besides.writers().get(0).name(),
                    besides.table(),
                    String.join(", ", besides.columns()),
                    "a parameter is a stream, or of a type that is not looked into");
        }
        return made;
    }

    /** Executes consecutive statements with the same text together. */
    private void execute(List<BesideStatement> statements) throws SQLException {
        int next = 0;
        while (next < statements.size()) {
            String sql = statements.get(next).sql();
            int width = statements.get(next).values().size();
            boolean finds = statements.get(next).finds();
            WriteResult written = new WriteResult(outer);
            int first = next;
            try (StepBatch batch = new StepBatch(outer, besides.statement(sql, width), written)) {
                while (next < statements.size()
                        && statements.get(next).sql().equals(sql)
                        && statements.get(next).finds() == finds
                        && statements.get(next).values().size() == width) {
                    batch.add(bound(statements.get(next)));
                    next++;
                }
                batch.flush();
            }
            if (finds && written.count() >= 0 && written.count() < next - first) {
                throw new ShardingException(
                        ErrorCode.BESIDE_ROWS_MISSED, besides.table(), next - first, written.count());
            }
        }
    }

    private CopiedValue[] bound(BesideStatement statement) {
        CopiedValue[] row = new CopiedValue[statement.values().size()];
        for (int i = 0; i < row.length; i++) {
            Object value = statement.values().get(i);
            CopiedValue read = value == null ? null : carried.get(value);
            row[i] = read == null ? new CopiedValue(PlainCarrier.OBJECT, value) : read;
        }
        return row;
    }
}
