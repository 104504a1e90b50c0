package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/**
 * What a statement does with columns whose values rules transform. Each use is proved to mean the same over stored
 * values, or refused. One per planning of a statement; a statement without such a column has {@link #NONE}.
 */
public final class ColumnUses {
    /** No rule transforms a column of the statement's tables. */
    public static final ColumnUses NONE = new ColumnUses(null, null, false, List.of(), List.of());

    private final @Nullable ColumnValues values;
    /** Null where nothing is written otherwise. */
    private final @Nullable UseEdits edits;

    private final boolean inSteps;
    private final List<String> concealed;
    private final List<String> words;

    /** What each part of the proof writes otherwise. */
    private record UseEdits(WrittenValues written, ReferenceUses references, StoredNames names) {
        void edit(SqlEdits edits, NameQuoting quoting) {
            written.edit(edits, quoting);
            references.edit(edits);
            names.edit(edits, quoting);
        }
    }

    private ColumnUses(
            @Nullable ColumnValues values,
            @Nullable UseEdits edits,
            boolean inSteps,
            List<String> concealed,
            List<String> words) {
        this.values = values;
        this.edits = edits;
        this.inSteps = inSteps;
        this.concealed = concealed;
        this.words = words;
    }

    /** What is proved of the uses in a statement, or which one is not. */
    public static Decision<ColumnUses> decide(
            BoundStatement bound, PlanningRules rules, Catalog catalog, Dialect dialect) {
        TransformedTables tables = new TransformedTables(bound, rules);
        return tables.isEmpty()
                ? new Decision.Proved<>(NONE)
                : decide(bound, tables, rules, new StoredNames(bound, catalog), dialect);
    }

    /**
     * Whether steps may answer a refused statement, or would make wrong answers of stored values.
     *
     * @param bound null where its names cannot be resolved, so that no step is planned either
     */
    public static boolean allowSteps(
            @Nullable BoundStatement bound, PlanningRules rules, Catalog catalog, Dialect dialect) {
        return bound == null
                || decide(bound, rules, catalog, dialect) instanceof Decision.Proved<ColumnUses> proved
                        && proved.way().allowSteps();
    }

    /** Whether each use of such a column is proved to mean the same over stored values. */
    public static boolean areProved(BoundStatement bound, PlanningRules rules, Catalog catalog, Dialect dialect) {
        return decide(bound, rules, catalog, dialect).isProved();
    }

    /**
     * Of a statement that is refused: nothing but which values must not be shown.
     *
     * @param bound null where its names cannot be resolved
     */
    public static ColumnUses refused(@Nullable BoundStatement bound, PlanningRules rules) {
        TransformedTables tables = bound == null ? null : new TransformedTables(bound, rules);
        return tables == null || tables.isEmpty()
                ? NONE
                : new ColumnUses(null, null, false, concealed(tables), List.of());
    }

    private static Decision<ColumnUses> decide(
            BoundStatement bound, TransformedTables tables, PlanningRules rules, StoredNames names, Dialect dialect) {
        ColumnRefusals refusals = ColumnRefusals.of(bound.parsed());
        Statement statement = bound.parsed().statement();
        Statement explained = statement instanceof ExplainStatement explain ? explain.statement() : statement;
        new TableUses(bound, tables, refusals, dialect.lexis()).check();
        ResultColumns outputs = new ResultColumns(bound, tables, refusals);
        List<StoredColumn> results =
                explained instanceof QueryStatement query ? outputs.of(query.query()) : outputs.ofReturning(explained);
        outputs.passThrough();
        WrittenValues written = new WrittenValues(bound.parsed(), names, refusals);
        WriteTargets targets = new WriteTargets(bound, tables, written, names, refusals);
        if (!refusals.any()) {
            targets.check();
        }
        ReferenceUses references = new ReferenceUses(statement, tables, outputs, written, refusals, dialect.queries());
        boolean used = false;
        for (ColumnReference reference : bound.parsed().analysis().all(ColumnReference.class)) {
            if (refusals.any()) {
                return new Decision.Refused<>(refusals.reason());
            }
            StoredColumn form = targets.accepts(reference) ? tables.named(reference) : references.check(reference);
            used |= form != null || targets.accepts(reference);
            StoredColumn named = tables.named(reference);
            if (form != null && named != null && tables.isOfTable(reference) && !refusals.any()) {
                refuseOtherName(reference, named, refusals);
                names.add(reference.name(), form);
            }
        }
        bound.parsed().analysis().all(ExpressionItem.class).forEach(item -> names.label(item, dialect.queries()));
        if (used && statement instanceof DdlStatement) {
            refusals.refuse("A definition", statement, tables.any(), " in its query");
        }
        boolean seen = ResultColumns.first(results) != null && explained == statement;
        ColumnValues values =
                refusals.any() ? null : values(written, seen ? results : List.of(), told(statement, targets, tables));
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        boolean steps = !used
                && ResultColumns.first(results) == null
                && StatementFacts.classOf(bound.parsed()) == StatementClass.READ;
        return new Decision.Proved<>(new ColumnUses(
                values,
                new UseEdits(written, references, names),
                steps,
                concealed(tables),
                words(values, targets.columns(), rules)));
    }

    /** A column alias of its table stands for the stored name already. */
    private static void refuseOtherName(ColumnReference reference, StoredColumn column, ColumnRefusals refusals) {
        boolean aliased =
                !reference.name().text().equalsIgnoreCase(column.column().name());
        if (aliased && column.column().differsInTable()) {
            refusals.refuse(reference, column, " by a name that the table gives it here");
        }
    }

    private static @Nullable ColumnValues values(
            WrittenValues values, List<StoredColumn> results, List<StoredColumn> written) {
        Map<Integer, StoredColumn> parameters = values.parameters();
        if (parameters.isEmpty() && values.added().isEmpty() && results.isEmpty() && written.isEmpty()) {
            return null;
        }
        List<StoredColumn> byIndex = new ArrayList<>();
        if (!parameters.isEmpty()) {
            byIndex.addAll(Collections.nCopies(Collections.max(parameters.keySet()) + 1, null));
            parameters.forEach(byIndex::set);
        }
        boolean decorated = results.stream().anyMatch(column -> column != null && column.reads());
        return new ColumnValues(byIndex, values.added(), decorated ? seen(results) : List.of(), written);
    }

    /** Those whose values drivers may tell as generated keys: some tell whole rows of what is changed. */
    private static List<StoredColumn> told(Statement statement, WriteTargets targets, TransformedTables tables) {
        return statement instanceof UpdateStatement || statement instanceof DeleteStatement
                ? tables.all()
                : targets.columns();
    }

    private static List<String> concealed(TransformedTables tables) {
        List<String> concealed = new ArrayList<>();
        for (StoredColumn column : tables.all()) {
            if (column.writes()) {
                concealed.add((column.table() + "." + column.column().name()).toLowerCase(Locale.ROOT));
            }
        }
        return concealed;
    }

    /** Which rule transforms which columns, each once. */
    private static List<String> words(@Nullable ColumnValues values, List<StoredColumn> inserted, PlanningRules rules) {
        Set<String> words = new LinkedHashSet<>();
        if (values != null) {
            Stream.of(values.parameters(), values.results(), inserted)
                    .flatMap(List::stream)
                    .filter(Objects::nonNull)
                    .forEach(column -> rules.transformers(
                                    column.table(), column.column().name())
                            .forEach(rule -> words.add(rule + " transforms " + column.table() + "."
                                    + column.column().name())));
        }
        return List.copyOf(words);
    }

    private static List<StoredColumn> seen(List<StoredColumn> results) {
        List<StoredColumn> seen = new ArrayList<>();
        results.forEach(column -> seen.add(column != null && column.reads() ? column : null));
        return seen;
    }

    /** Which values are transformed; null where none are. */
    public @Nullable ColumnValues values() {
        return values;
    }

    /** Whether steps answer the statement as they answer others: it touches no such column. */
    public boolean allowSteps() {
        return this == NONE || inSteps;
    }

    /** How many placeholders stand behind those of the statement. */
    public int addedParameters() {
        return values == null ? 0 : values.added().size();
    }

    /** Columns whose values must not be shown, as {@code t_user.phone} in small letters. */
    public List<String> concealed() {
        return concealed;
    }

    /** Which rules transform values, for an explanation. */
    public List<String> words() {
        return words;
    }

    /** Puts stored values in the place of literals, and stored names in the place of logic ones. */
    public void edit(SqlEdits edits, NameQuoting quoting) {
        if (this.edits != null) {
            this.edits.edit(edits, quoting);
        }
    }
}
