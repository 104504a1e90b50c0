package org.shardingjdbc.engine.internal.statement.step.write;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.ValueForm;
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
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Finds the rows of an UPDATE or DELETE and writes each by its key. Holds the keys and values of all rows that are
 * found, up to {@code max-rows-in-memory} of them. One per execution, used by one thread.
 */
public final class KeyedWriting {
    private final WriteByKey write;
    private final OuterStatement outer;
    private final WriteResult result;
    private final Map<List<CopiedValue>, CopiedValue[]> found = new LinkedHashMap<>();
    private IntFunction<ValueForm> forms = column -> ValueForm.PLAIN;
    /** How many columns the found rows have. */
    private int columns;

    public KeyedWriting(OuterStatement outer, WriteByKey write) {
        this(outer, write, new WriteResult(outer));
    }

    /** @param result takes what the steps report */
    public KeyedWriting(OuterStatement outer, WriteByKey write, WriteResult result) {
        this.outer = outer;
        this.write = write;
        this.result = result;
    }

    /** Writes all rows, as one, and shows the result. */
    public void run() throws SQLException {
        outer.session().asOne(this::writeAll).show(write.returned() != null, outer.keys());
    }

    private WriteResult writeAll() throws SQLException {
        find();
        if (found.isEmpty() && write.keys() > 0 && outer.dialect().writes().checksUnusedValues()) {
            refuseUnused();
        }
        if (write.places() > 0) {
            requirePlaces();
        }
        writeFound(forms);
        if (write.returned() != null) {
            result.describe(write.returned());
        }
        return result;
    }

    /**
     * Writes the rows that were taken.
     *
     * @param asFound how a value of a found column is written in a statement
     */
    void writeFound(IntFunction<ValueForm> asFound) throws SQLException {
        forms = asFound;
        if (write.moving() == null) {
            write(found.values());
        } else {
            if (write.places() == 0) {
                requireFreeKeys();
            }
            RowMoving moving = new RowMoving(outer, write, forms, result);
            List<CopiedValue[]> staying = moving.takeMoving(found.values());
            moving.takeOut();
            write(staying);
            moving.putIn();
        }
    }

    /** Lets the database check the write's values though no row is written: it refuses some values by their type. */
    private void refuseUnused() throws SQLException {
        NestedStatement step = write.write().fill(forms);
        boolean given = Arrays.stream(step.sources()).anyMatch(source -> source >= 0);
        if (given) {
            CopiedValue[] none = new CopiedValue[columns];
            Arrays.fill(none, new CopiedValue(PlainCarrier.OBJECT, null));
            write(List.<CopiedValue[]>of(none));
        }
    }

    private void find() throws SQLException {
        try (StepStatement query = outer.prepare(write.find(), List.of());
                ResultSet rows = query.query()) {
            columns = rows.getMetaData().getColumnCount();
            ValueCopier copier = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
            forms = copier::form;
            if (write.places() > 0) {
                copier.refuseRounded(rows.getMetaData());
            }
            while (rows.next()) {
                take(copier.row(rows));
            }
        }
    }

    /** Takes a found row. A row that is found twice is written once, as the database would do. */
    public void take(CopiedValue[] row) {
        List<CopiedValue> key = Arrays.asList(row).subList(0, write.keys());
        if (write.places() > 0) {
            // rows of one actual table, each found once; those of two actual tables may have equal keys, so the key is
            // numbered
            key = new ArrayList<>(key);
            key.add(new CopiedValue(PlainCarrier.LONG, (long) found.size()));
        }
        CopiedValue[] known = found.putIfAbsent(key, row);
        if (known != null && !Arrays.equals(known, row)) {
            throw new ShardingException(ErrorCode.WRITE_AMBIGUOUS, write.table());
        }
        long maxRowsInMemory = outer.maxRowsInMemory();
        if (maxRowsInMemory > 0 && found.size() > maxRowsInMemory) {
            throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, maxRowsInMemory, "write them by their keys");
        }
    }

    /**
     * Refuses rows whose key does not lead to exactly one data node: what tells rows of one data node apart says
     * nothing on another one.
     */
    private void requirePlaces() {
        ShardPlan plan = (ShardPlan) outer.session()
                .plans()
                .plan(Objects.requireNonNull(write.placeQuery(), "rows have places"))
                .plan();
        for (CopiedValue[] row : found.values()) {
            Object[] key = new Object[write.keys()];
            boolean told = true;
            for (int i = 0; i < key.length; i++) {
                key[i] = row[i].value();
                told &= key[i] != null;
            }
            if (!told || plan.route(key, HintValues.UNCHECKED).size() != 1) {
                throw Objects.requireNonNull(write.withoutPlaces(), "rows have places")
                        .again();
            }
        }
    }

    /**
     * Refuses new keys that other found rows have: whether keys may pass through each other depends on the order of the
     * rows, which databases choose.
     */
    private void requireFreeKeys() {
        Set<List<Object>> keys = new HashSet<>();
        for (List<CopiedValue> key : found.keySet()) {
            keys.add(comparable(key));
        }
        for (CopiedValue[] row : found.values()) {
            List<Object> before = comparable(Arrays.asList(row).subList(0, write.keys()));
            List<Object> after = comparable(newKey(write, row));
            if (!after.equals(before) && keys.contains(after)) {
                throw new ShardingException(ErrorCode.KEY_CHANGED_IN_PLACE, write.table());
            }
        }
    }

    /**
     * A key in which numbers of all types compare alike: the keys from {@code id + 1} and {@code id} have different
     * types.
     */
    static List<Object> comparable(List<CopiedValue> key) {
        List<Object> values = new ArrayList<>(key.size());
        for (CopiedValue value : key) {
            boolean exact =
                    value.value() instanceof Number number && !(number instanceof Double || number instanceof Float);
            values.add(exact ? new BigDecimal(String.valueOf(value.value())).stripTrailingZeros() : value);
        }
        return values;
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
        try (StepBatch batch = new StepBatch(outer, write.write().fill(forms), result, outer.keys())) {
            for (CopiedValue[] row : rows) {
                if (write.returned() != null || outer.keys().wanted()) {
                    batch.execute(row, write.returned() != null);
                } else {
                    batch.add(row);
                }
            }
            batch.flush();
        }
    }
}
