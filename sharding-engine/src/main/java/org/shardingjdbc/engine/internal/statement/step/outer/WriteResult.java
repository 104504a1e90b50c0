package org.shardingjdbc.engine.internal.statement.step.outer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.result.CountedResultSet;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * What all writing steps of one execution report together: counts, rows of RETURNING, generated keys, warnings. One per
 * execution; not thread-safe.
 */
public final class WriteResult {
    private final OuterStatement outer;
    private final List<GeneratedKeyRows> keys = new ArrayList<>();
    private final List<Object[]> returned = new ArrayList<>();
    private final List<SQLWarning> warnings = new ArrayList<>();
    private @Nullable List<LocalColumn> columns;
    private long count;

    public WriteResult(OuterStatement outer) {
        this.outer = outer;
    }

    /** Executes a step whose parameters are set, and takes what it reports. */
    public void execute(StepStatement step, boolean returning, GeneratedKeyRequest wanted) throws SQLException {
        if (returning && !areKeys(wanted)) {
            try (ResultSet rows = step.query()) {
                take(rows);
            }
            return;
        }
        add(step.update());
        takeKeys(step, wanted);
    }

    private boolean areKeys(GeneratedKeyRequest wanted) {
        return wanted.areRowsOf(outer.dialect());
    }

    /** Takes the generated keys and warnings of an executed step. */
    public void takeKeys(StepStatement step, GeneratedKeyRequest wanted) throws SQLException {
        if (wanted.wanted()) {
            keys.add(step.keys());
        }
        SQLWarning warning = step.warnings();
        if (warning != null) {
            warnings.add(warning);
        }
    }

    /** Adds to the update count. */
    public void add(long more) {
        boolean unknown = count == Statement.SUCCESS_NO_INFO || more == Statement.SUCCESS_NO_INFO;
        count = unknown ? Statement.SUCCESS_NO_INFO : count + more;
    }

    /** The update count; {@link Statement#SUCCESS_NO_INFO} where a driver tells none. */
    public long count() {
        return count;
    }

    private void take(ResultSet rows) throws SQLException {
        if (columns == null) {
            columns = LocalRows.columns(rows.getMetaData());
        }
        while (rows.next()) {
            Object[] row = new Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = rows.getObject(i + 1);
            }
            returned.add(row);
        }
    }

    /** Finds the columns of the returned rows where no step returned rows. */
    public void describe(NestedStatement returned) throws SQLException {
        if (columns != null) {
            return;
        }
        try (StepStatement query = outer.prepare(returned, List.of());
                ResultSet none = query.query()) {
            columns = LocalRows.columns(none.getMetaData());
        }
    }

    private ResultSet counted(ResultSet rows) {
        StatementResults results = outer.results();
        return results.bounds() == null
                ? rows
                : CountedResultSet.of(rows, results, LogicNames.AS_THEY_ARE, results.bounds(), outer.dialect());
    }

    /** Shows the result as the statement's answer. */
    public void show(boolean returning, GeneratedKeyRequest wanted) throws SQLException {
        StatementResults results = outer.results();
        if (areKeys(wanted) && columns != null) {
            // steps that were not asked for keys
            keys.add(GeneratedKeyRows.of(columns, returned));
            add(returned.size());
        }
        if (returning && !areKeys(wanted)) {
            results.show(
                    counted(LocalRows.of(
                            results, Objects.requireNonNull(columns, "described before"), returned, outer.dialect())),
                    null);
        } else {
            results.count(count);
        }
        warnings.forEach(results::warn);
        if (wanted.wanted()) {
            results.generated(GeneratedKeyRows.together(keys));
        }
    }
}
