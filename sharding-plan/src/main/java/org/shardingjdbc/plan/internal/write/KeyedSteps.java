package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** The steps of an UPDATE or DELETE whose rows must be found first. One per statement; not thread-safe. */
final class KeyedSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final UpdateStatement update;
    private final DeleteStatement delete;
    private List<WrittenTable> tables = List.of();

    KeyedSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
        this.update = parsed.statement() instanceof UpdateStatement given ? given : null;
        this.delete = parsed.statement() instanceof DeleteStatement given ? given : null;
    }

    /** @return refused when there are none that do the same, or would be if its tables had keys */
    Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
        BoundStatement bound = source.bind(parsed);
        With with = update == null ? delete.with() : update.with();
        tables = bound == null || writes(with) ? List.of() : WrittenTable.of(source, parsed, bound);
        if (tables.isEmpty() || !returnsOwnRow() || tables.size() > 1 && !isApart(bound)) {
            return new Decision.Refused<>(refusal);
        }
        for (WrittenTable table : tables) {
            if (table.schema().primaryKey().isEmpty()) {
                return new Decision.Refused<>(new SourcePositions(parsed.sql())
                        .refuseAt(
                                ErrorCode.WRITE_WITHOUT_KEY,
                                parsed.statement(),
                                table.table().table().name()));
            }
        }
        return Decision.of(byKey(parameters), refusal);
    }

    /**
     * Of several tables: whether no value reads what is set in another one of them, for databases do not say which is
     * written first. An order and a limit of their rows is none of a row of each table.
     */
    private boolean isApart(BoundStatement bound) {
        OrderBy orderBy = update == null ? delete.orderBy() : update.orderBy();
        Limit limit = update == null ? delete.limit() : update.limit();
        if (orderBy != null || limit != null || returning() != null) {
            return false;
        }
        Set<ColumnOrigin> set = new HashSet<>();
        List<Assignment> assignments = update == null ? List.of() : update.assignments();
        for (Assignment assignment : assignments) {
            assignment.columns().forEach(column -> set.add(bound.origin(column)));
        }
        for (Assignment assignment : assignments) {
            BoundTable own = tableOf(bound.origin(assignment.columns().get(0)));
            for (ColumnReference read : Tree.all(assignment.value(), ColumnReference.class)) {
                ColumnOrigin origin = bound.origin(read);
                if (set.contains(origin) && tableOf(origin) != own) {
                    return false;
                }
            }
        }
        return true;
    }

    private static BoundTable tableOf(ColumnOrigin origin) {
        return origin instanceof ColumnOrigin.OfTable known ? known.table() : null;
    }

    /** @return null when there are none that do the same */
    private SteppedExecution byKey(Object[] parameters) {
        List<AssignedValues> assigned = new ArrayList<>();
        for (WrittenTable table : tables) {
            boolean placed = !(table.table().table() instanceof PartitionedTable sharded) || sharded.placedByColumns();
            AssignedValues values =
                    !placed ? null : update == null ? AssignedValues.NONE : AssignedValues.of(source, table, update);
            if (values == null) {
                return null;
            }
            assigned.add(values);
        }
        NestedStatement find = finding(assigned, parameters);
        if (find == null) {
            return null;
        }
        if (tables.size() == 1) {
            return write(tables.get(0), assigned.get(0), find);
        }
        List<WriteTablesByKey.Part> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < tables.size(); i++) {
            int to =
                    from + tables.get(i).keys().size() + assigned.get(i).found().size();
            parts.add(new WriteTablesByKey.Part(from, to, write(tables.get(i), assigned.get(i), find)));
            from = to;
        }
        return new WriteTablesByKey(find, parts);
    }

    private WriteByKey write(WrittenTable table, AssignedValues assigned, NestedStatement find) {
        KeyedWriteTexts texts = new KeyedWriteTexts(source, table);
        return new WriteByKey(
                table.table().table().name(),
                find,
                table.keys().size(),
                assigned.newKeys(),
                update == null ? texts.delete(returning()) : texts.update(assigned, returning()),
                source.returned(parsed, returning(), table.node()),
                assigned.newKeys().isEmpty() ? null : texts.move(assigned, returning()));
    }

    private NestedStatement finding(List<AssignedValues> assigned, Object[] parameters) {
        if (tables.size() == 1 && tables.get(0).alone()) {
            NestedStatement locking = finding(assigned, true);
            if (source.answers(locking, parameters, false)) {
                return locking;
            }
        }
        NestedStatement plain = finding(assigned, false);
        return source.answers(plain, parameters, true) ? plain : null;
    }

    private NestedStatement finding(List<AssignedValues> assigned, boolean locking) {
        StepTemplate.Builder text = new StepTemplate.Builder(parsed);
        With with = update == null ? delete.with() : update.with();
        if (with != null) {
            text.copy(with.span()).text(" ");
        }
        text.text("SELECT ");
        for (int i = 0; i < tables.size(); i++) {
            text.text(i == 0 ? "" : ", ");
            addColumns(text, tables.get(i), assigned.get(i));
        }
        text.text(" FROM ");
        from(text);
        Node where = update == null ? delete.where() : update.where();
        OrderBy orderBy = update == null ? delete.orderBy() : update.orderBy();
        Limit limit = update == null ? delete.limit() : update.limit();
        for (Node clause : new Node[] {where, orderBy, limit}) {
            if (clause != null) {
                text.text(" ").copy(clause.span());
            }
        }
        return text.text(locking ? source.dialect().writes().lockingClause() : "")
                .build()
                .fill();
    }

    private void addColumns(StepTemplate.Builder text, WrittenTable table, AssignedValues assigned) {
        String separator = "";
        for (String key : table.keys()) {
            text.text(separator).text(table.qualified(key, source.names()));
            separator = ", ";
        }
        for (int i = 0; i < assigned.found().size(); i++) {
            Integer key = i < assigned.newKeys().size() ? assigned.newKeys().get(i) : null;
            String column = key == null ? null : table.keys().get(key);
            source.addFound(
                    text.text(", "),
                    assigned.found().get(i),
                    column == null ? null : table.schema().column(column));
        }
    }

    private void from(StepTemplate.Builder text) {
        List<TableReference> read = new ArrayList<>();
        if (update != null) {
            read.addAll(update.targets());
            read.addAll(update.from());
        } else {
            boolean repeated = !source.dialect().writes().aliasesDeleteTargets()
                    && !delete.from().isEmpty();
            if (!repeated) {
                read.addAll(delete.targets());
            }
            read.addAll(delete.from());
        }
        for (int i = 0; i < read.size(); i++) {
            Span span = read.get(i).span();
            text.text(i == 0 ? "" : ", ").copy(span);
        }
    }

    private Returning returning() {
        return update == null ? delete.returning() : update.returning();
    }

    /** What is returned must be had from the row alone, when it is written by its key. */
    private boolean returnsOwnRow() {
        Returning returning = returning();
        if (returning == null || tables.get(0).alone()) {
            return true;
        }
        boolean stars = returning.items().stream().anyMatch(StarItem.class::isInstance);
        return !stars && tables.get(0).isOfRow(returning);
    }

    private static boolean writes(With with) {
        if (with != null) {
            for (CommonTable table : with.tables()) {
                if (!(table.statement() instanceof QueryStatement)) {
                    return true;
                }
            }
        }
        return false;
    }
}
