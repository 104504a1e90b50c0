package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
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
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** The steps of an UPDATE or DELETE whose rows must be found first. One per statement; not thread-safe. */
final class KeyedSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final UpdateStatement update;
    private final DeleteStatement delete;
    private WrittenTable table;

    KeyedSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
        this.update = parsed.statement() instanceof UpdateStatement given ? given : null;
        this.delete = parsed.statement() instanceof DeleteStatement given ? given : null;
    }

    /** @return refused when there are none that do the same, or would be if its table had a key */
    Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
        BoundStatement bound = source.bind(parsed);
        With with = update == null ? delete.with() : update.with();
        table = bound == null || writes(with) ? null : WrittenTable.of(source, parsed, bound);
        if (table == null || !returnsOwnRow()) {
            return new Decision.Refused<>(refusal);
        }
        if (table.schema().primaryKey().isEmpty()) {
            return new Decision.Refused<>(new SourcePositions(parsed.sql())
                    .refuseAt(
                            ErrorCode.WRITE_WITHOUT_KEY,
                            parsed.statement(),
                            table.table().table().name()));
        }
        return Decision.of(byKey(parameters), refusal);
    }

    /** @return null when there are none that do the same */
    private SteppedExecution byKey(Object[] parameters) {
        if (table.table().table() instanceof PartitionedTable sharded && !sharded.placedByColumns()) {
            return null;
        }
        AssignedValues assigned = update == null ? AssignedValues.NONE : AssignedValues.of(source, table, update);
        if (assigned == null) {
            return null;
        }
        NestedStatement find = finding(assigned, parameters);
        if (find == null) {
            return null;
        }
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

    private NestedStatement finding(AssignedValues assigned, Object[] parameters) {
        if (table.alone()) {
            NestedStatement locking = finding(assigned, true);
            if (source.answers(locking, parameters, false)) {
                return locking;
            }
        }
        NestedStatement plain = finding(assigned, false);
        return source.answers(plain, parameters, true) ? plain : null;
    }

    private NestedStatement finding(AssignedValues assigned, boolean locking) {
        StepTemplate.Builder text = new StepTemplate.Builder(parsed);
        With with = update == null ? delete.with() : update.with();
        if (with != null) {
            text.copy(with.span()).text(" ");
        }
        text.text("SELECT ");
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

    private void from(StepTemplate.Builder text) {
        List<TableReference> tables = new ArrayList<>();
        if (update != null) {
            tables.addAll(update.targets());
            tables.addAll(update.from());
        } else {
            boolean repeated = !source.dialect().writes().aliasesDeleteTargets()
                    && !delete.from().isEmpty();
            if (!repeated) {
                tables.addAll(delete.targets());
            }
            tables.addAll(delete.from());
        }
        for (int i = 0; i < tables.size(); i++) {
            Span span = tables.get(i).span();
            text.text(i == 0 ? "" : ", ").copy(span);
        }
    }

    private Returning returning() {
        return update == null ? delete.returning() : update.returning();
    }

    /** What is returned must be had from the row alone, when it is written by its key. */
    private boolean returnsOwnRow() {
        Returning returning = returning();
        if (returning == null || table.alone()) {
            return true;
        }
        boolean stars = returning.items().stream().anyMatch(StarItem.class::isInstance);
        return !stars && table.isOfRow(returning);
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
