package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Looks up the unique keys of each row on all data nodes. Writes the row where they are found, else where it belongs.
 * One per execution, used by one thread.
 *
 * <p>Another transaction may be faster between the look-up and the write. A row that was found on another data node is
 * locked before anything is written there; when it is gone by then, it is searched again. A key that was found nowhere
 * may be inserted by another transaction on another data node before this transaction commits: then both rows are
 * there, as no database can notice that. On the row's own data node its database decides, as always.
 */
public final class UpsertWriting {
    /** How often a row is searched that others move or delete meanwhile. */
    private static final int TRIES = 5;

    private static final String FOUND_FIRST = "the row is looked for before it is written";

    private final LookUpKeys upsert;
    private final OuterStatement outer;
    private final WriteResult result;
    private final ShardPlan routePlan;
    private final Set<List<CopiedValue>> written = new HashSet<>();

    @SuppressWarnings("NullAway.Init")
    private ValueCopier copier;

    public UpsertWriting(OuterStatement outer, LookUpKeys upsert) {
        this.outer = outer;
        this.upsert = upsert;
        this.result = new WriteResult(outer);
        this.routePlan =
                (ShardPlan) outer.session().plans().plan(upsert.routeQuery()).plan();
    }

    /** Writes all rows, as one, and shows the result. */
    public void run() throws SQLException {
        outer.session().asOne(this::writeAll).show(upsert.returned() != null, outer.keys());
    }

    private WriteResult writeAll() throws SQLException {
        for (LookUpKeys.Row row : upsert.rows()) {
            write(row);
        }
        if (upsert.returned() != null) {
            result.describe(upsert.returned());
        }
        return result;
    }

    private void write(LookUpKeys.Row row) throws SQLException {
        if (row.find() == null) {
            execute(row.home(), List.of());
            return;
        }
        Object home = target(row.home());
        for (int tried = 0; tried < TRIES; tried++) {
            NestedStatement find = tried == 0 ? row.find() : row.findNow();
            List<List<CopiedValue>> found = rows(Objects.requireNonNull(find, FOUND_FIRST), List.of());
            requireOnce(found);
            if (tryWrite(row, home, found)) {
                remember(row, found);
                return;
            }
        }
        throw new ShardingException(ErrorCode.UPSERT_KEYS_APART, upsert.table());
    }

    /** Returns whether the row was written; if not, the found row was gone. */
    private boolean tryWrite(LookUpKeys.Row row, Object home, List<List<CopiedValue>> found) throws SQLException {
        List<List<CopiedValue>> elsewhere = new ArrayList<>(found);
        elsewhere.removeIf(each -> home.equals(dataNode(each)));
        if (elsewhere.isEmpty()) {
            execute(row.home(), List.of());
        } else if (row.remove() != null) {
            remove(row.remove(), elsewhere);
            execute(row.home(), List.of());
        } else if (row.elsewhere() != null) {
            return writeElsewhere(row, found);
        }
        return true;
    }

    private void remove(StepTemplate remove, List<List<CopiedValue>> rows) throws SQLException {
        NestedStatement delete = remove.fill(copier::form);
        for (List<CopiedValue> each : new HashSet<>(shardingValues(rows))) {
            result.add(outer.update(delete, each));
        }
    }

    private List<List<CopiedValue>> shardingValues(List<List<CopiedValue>> rows) {
        List<List<CopiedValue>> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.subList(0, upsert.keys())));
        return values;
    }

    private boolean writeElsewhere(LookUpKeys.Row row, List<List<CopiedValue>> found) throws SQLException {
        if (upsert.notElsewhere() != null) {
            throw upsert.notElsewhere().again();
        }
        List<CopiedValue> only = found.get(0);
        List<List<CopiedValue>> locked = found.size() > 1
                ? found
                : rows(Objects.requireNonNull(row.lock(), FOUND_FIRST).fill(copier::form), only);
        if (locked.size() > 1) {
            throw new ShardingException(ErrorCode.UPSERT_KEYS_APART, upsert.table());
        }
        if (locked.isEmpty()) {
            return false;
        }
        execute(Objects.requireNonNull(row.elsewhere(), FOUND_FIRST).fill(copier::form), only);
        return true;
    }

    private void execute(NestedStatement write, List<CopiedValue> own) throws SQLException {
        try (StepStatement step = outer.open(write, outer.keys())) {
            step.bind(own);
            result.execute(step, upsert.returned() != null, outer.keys());
        }
    }

    private List<List<CopiedValue>> rows(NestedStatement query, List<CopiedValue> own) throws SQLException {
        List<List<CopiedValue>> found = new ArrayList<>();
        try (StepStatement step = outer.prepare(query, own);
                ResultSet rows = step.query()) {
            if (copier == null) {
                copier = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
            }
            while (rows.next()) {
                found.add(Arrays.asList(copier.row(rows)));
            }
        }
        return found;
    }

    private void requireOnce(List<List<CopiedValue>> found) {
        for (List<CopiedValue> row : found) {
            if (upsert.eachOnce() && written.contains(row)) {
                throw new ShardingException(ErrorCode.UPSERT_ROW_TWICE, upsert.table());
            }
        }
    }

    private void remember(LookUpKeys.Row row, List<List<CopiedValue>> found) throws SQLException {
        if (upsert.eachOnce()) {
            written.addAll(found.isEmpty() ? rows(Objects.requireNonNull(row.find(), FOUND_FIRST), List.of()) : found);
        }
    }

    /** The data node of a found row. */
    private Object dataNode(List<CopiedValue> row) {
        Object[] values = new Object[upsert.keys()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i).value();
        }
        return target(routePlan.route(values, HintValues.UNCHECKED));
    }

    /** The data node where an inserted row belongs. */
    private Object target(NestedStatement home) {
        ShardPlan plan = (ShardPlan) outer.session().plans().plan(home).plan();
        int[] sources = home.sources();
        int generated = plan.generatedKeys() == null ? 0 : plan.generatedKeys().count();
        Object[] values = new Object[sources.length + generated];
        for (int i = 0; i < sources.length; i++) {
            values[i] = outer.ownParameters().values()[sources[i]];
        }
        return target(plan.route(values, HintValues.UNCHECKED));
    }

    private static Object target(ChosenUnits execution) {
        Object only = execution.size() == 1 ? execution.target(0) : null;
        return only == null ? execution : only;
    }
}
