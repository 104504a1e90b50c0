package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.CommonTables.Definition;
import org.shardingjdbc.route.internal.bind.Implications;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.JoinNode;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Relation;
import org.shardingjdbc.route.internal.bind.Scope;
import org.shardingjdbc.route.internal.bind.TableUse;

/** Binds whole statements, and those that write inside of a WITH. */
final class StatementBinder {
    private final Binding binding;
    private final Implications facts;
    private final QueryBinder queries;

    StatementBinder(Binding binding) {
        this.binding = binding;
        this.facts = new Implications(binding);
        this.queries = new QueryBinder(binding, facts, this);
    }

    /** Binds the statement of the binding. */
    void bind(Statement statement) {
        bindInner(statement, binding.statementRegion(), CommonTables.NONE);
        Set<BoundTable> used = Collections.newSetFromMap(new IdentityHashMap<>());
        binding.uses().forEach(use -> used.add(use.table()));
        used.addAll(binding.samePlace().keySet());
        for (BoundTable table : binding.tables()) {
            if (!used.contains(table)) {
                binding.newUse(table, binding.newRegion(null));
            }
        }
    }

    /** Binds a statement whose rows are those of a region. */
    void bindInner(Statement statement, Region region, CommonTables commonTables) {
        if (statement instanceof QueryStatement query) {
            queries.bindQuery(query.query(), null, region, commonTables);
        } else if (statement instanceof InsertStatement insert) {
            bindInsert(insert, region, commonTables);
        } else if (statement instanceof UpdateStatement update) {
            bindUpdate(update, region, commonTables);
        } else if (statement instanceof DeleteStatement delete) {
            bindDelete(delete, region, commonTables);
        } else if (statement instanceof MergeStatement merge) {
            bindMerge(merge, region, commonTables);
        } else if (statement instanceof ExplainStatement explain) {
            bindInner(explain.statement(), region, commonTables);
        } else if (statement instanceof DdlStatement ddl && ddl.query() != null) {
            queries.bindQuery(ddl.query(), null, region, commonTables);
        } else if (statement instanceof OtherStatement || statement instanceof ShowStatement) {
            bindLoosely(statement, region, commonTables);
        }
    }

    private void bindLoosely(Statement statement, Region region, CommonTables commonTables) {
        Scope scope = new Scope(null);
        for (Node child : statement.children()) {
            if (child instanceof NamedTable table) {
                queries.selects().bindFrom(List.of(table), scope, null, commonTables);
            } else {
                queries.expressions().bind(child, scope, region, commonTables);
            }
        }
    }

    private CommonTables enter(@Nullable With with, CommonTables outer, List<Definition> definitions) {
        return outer.with(with, binding.dialect(), null, definitions);
    }

    private void bindInsert(InsertStatement insert, Region region, CommonTables outer) {
        List<Definition> definitions = new ArrayList<>();
        CommonTables seen = enter(insert.with(), outer, definitions);
        Region targetRegion = region;
        List<Column> rows = null;
        if (insert.source() instanceof QuerySource source) {
            rows = queries.bindQuery(source.query(), null, region, seen);
            if (source.query().body() instanceof Select select) {
                targetRegion = binding.newRegion(binding.regionsByBlock().get(select));
            }
        }
        Scope scope = new Scope(null);
        Region leafRegion = bindTarget(insert.table(), scope);
        leafRegion.mergeInto(targetRegion);
        if (rows != null) {
            equateInserted(insert, ((QuerySource) insert.source()).query(), rows, targetRegion);
        }
        Scope valueScope = binding.dialect().writes().valuesReadRow() ? scope : new Scope(null);
        if (insert.source() instanceof ValuesSource values) {
            queries.expressions().bind(values, valueScope, region, seen);
        } else if (insert.source() instanceof SetSource set) {
            bindAssignments(set.assignments(), scope, scope, region, seen);
        }
        if (insert.upsert() != null) {
            bindUpsert(insert, insert.upsert(), scope, region, seen);
        }
        bindReturning(insert.returning(), scope, region, seen);
        queries.bindUnreferenced(definitions, region);
    }

    /** Adds the table that is written to a scope; returns the region of its rows, still without a place. */
    private Region bindTarget(NamedTable table, Scope scope) {
        List<JoinNode> nodes = queries.selects().bindFrom(List.of(table), scope, null, CommonTables.NONE);
        return ((JoinNode.Leaf) nodes.get(0)).region();
    }

    /** A row that is inserted has the values of the row that it was made from. */
    private void equateInserted(InsertStatement insert, Query query, List<Column> rows, Region region) {
        BoundTable target = binding.table(insert.table());
        if (!target.table().isPartitioned()) {
            return;
        }
        Select select = query.body() instanceof Select body ? body : null;
        int[] values = select == null ? null : binding.valuesByBlock().get(select);
        TableUse use = lastUse(target);
        binding.insertTargets().add(use);
        for (String column : target.table().shardingColumns()) {
            int position = InsertColumns.position(insert, target.schema(), column);
            if (position >= 0 && position < rows.size()) {
                int term = binding.terms().column(use, column);
                int value = values == null ? rows.get(position).term() : values[position];
                if (value >= 0) {
                    facts.equate(term, value, region);
                }
                List<OutputColumn> outputs = binding.outputsByQuery().get(query);
                Expression output =
                        outputs == null ? null : outputs.get(position).expression();
                if (select != null && output != null && isConstant(output)) {
                    stateConstant(output, column, term, region);
                }
            }
        }
    }

    private static boolean isConstant(Expression expression) {
        boolean literal = expression instanceof Literal value && value.kind() != LiteralKind.NULL;
        return literal || expression instanceof Parameter;
    }

    /** States that a column of the rows that are written has a value, as if a condition demanded it. */
    private void stateConstant(Expression value, String column, int term, Region region) {
        ColumnReference reference =
                new ColumnReference(value.span(), List.of(), new Identifier(value.span(), column, true));
        facts.state(term, reference, new Comparison(value.span(), ComparisonOperator.EQUAL, reference, value), region);
    }

    private TableUse lastUse(BoundTable table) {
        TableUse found = null;
        for (TableUse use : binding.uses()) {
            found = use.table() == table ? use : found;
        }
        return Objects.requireNonNull(found, "bound before");
    }

    private void bindUpsert(InsertStatement insert, Upsert upsert, Scope target, Region region, CommonTables seen) {
        Scope scope = new Scope(null);
        scope.addAll(target);
        scope.add(Relation.ofColumns("excluded", null));
        if (insert.rowAlias() != null) {
            scope.add(Relation.ofColumns(insert.rowAlias().text(), null));
        }
        upsert.target().forEach(column -> queries.expressions().bind(column, target, region, seen));
        queries.expressions().bind(upsert.targetWhere(), target, region, seen);
        bindAssignments(upsert.assignments(), target, scope, region, seen);
        queries.expressions().bind(upsert.where(), scope, region, seen);
    }

    private void bindUpdate(UpdateStatement update, Region region, CommonTables outer) {
        List<Definition> definitions = new ArrayList<>();
        CommonTables seen = enter(update.with(), outer, definitions);
        Scope targets = new Scope(null);
        List<JoinNode> nodes = new ArrayList<>(queries.selects().bindFrom(update.targets(), targets, null, seen));
        Scope scope = new Scope(null);
        scope.addAll(targets);
        nodes.addAll(queries.selects().bindFrom(update.from(), scope, null, seen));
        bindCondition(update.where(), nodes, scope, region, seen);
        bindAssignments(update.assignments(), targets, scope, region, seen);
        queries.expressions().bind(update.orderBy(), scope, region, seen);
        queries.expressions().bind(update.limit(), scope, region, seen);
        bindReturning(update.returning(), scope, region, seen);
        queries.bindUnreferencedBeside(definitions, region);
    }

    private void bindDelete(DeleteStatement delete, Region region, CommonTables outer) {
        List<Definition> definitions = new ArrayList<>();
        CommonTables seen = enter(delete.with(), outer, definitions);
        Scope scope = new Scope(null);
        List<TableReference> references = new ArrayList<>();
        for (NamedTable target : delete.targets()) {
            BoundTable table = binding.table(target);
            if (table.node() == target && !binding.samePlace().containsKey(table)) {
                references.add(target);
            }
        }
        List<JoinNode> nodes = new ArrayList<>(queries.selects().bindFrom(references, scope, null, CommonTables.NONE));
        nodes.addAll(queries.selects().bindFrom(delete.from(), scope, null, seen));
        bindCondition(delete.where(), nodes, scope, region, seen);
        queries.expressions().bind(delete.orderBy(), scope, region, seen);
        queries.expressions().bind(delete.limit(), scope, region, seen);
        bindReturning(delete.returning(), scope, region, seen);
        queries.bindUnreferencedBeside(definitions, region);
    }

    /** The rows of the target are looked up for those of the source, as in an outer join. */
    private void bindMerge(MergeStatement merge, Region region, CommonTables outer) {
        List<Definition> definitions = new ArrayList<>();
        CommonTables seen = enter(merge.with(), outer, definitions);
        Scope source = new Scope(null);
        List<JoinNode> nodes = queries.selects().bindFrom(List.of(merge.source()), source, null, seen);
        queries.selects().place(nodes, null, region);
        Scope target = new Scope(null);
        Region below = binding.newRegion(region);
        bindTarget(merge.target(), target).mergeInto(below);
        Scope scope = new Scope(null);
        scope.addAll(target);
        scope.addAll(source);
        queries.expressions().bind(merge.on(), scope, below, seen);
        facts.state(merge.on(), below);
        for (MergeAction action : merge.actions()) {
            queries.expressions().bind(action.condition(), scope, below, seen);
            bindAssignments(action.assignments(), target, scope, below, seen);
            action.values().forEach(value -> queries.expressions().bind(value, scope, region, seen));
        }
        bindReturning(merge.returning(), scope, below, seen);
        queries.bindUnreferenced(definitions, region);
    }

    private void bindCondition(
            @Nullable Clause where, List<JoinNode> nodes, Scope scope, Region region, CommonTables seen) {
        if (where != null) {
            queries.expressions().bind(where, scope, region, seen);
        }
        queries.selects().place(nodes, where == null ? null : where.condition(), region);
    }

    private void bindAssignments(
            List<Assignment> assignments, Scope targets, Scope scope, Region region, CommonTables seen) {
        for (Assignment assignment : assignments) {
            for (ColumnReference column : assignment.columns()) {
                Scope.FoundColumn found = targets.find(column.qualifier(), column.name());
                binding.record(column, found == null ? scope.find(column.qualifier(), column.name()) : found);
            }
            queries.expressions().bind(assignment.value(), scope, region, seen);
        }
    }

    private void bindReturning(@Nullable Returning returning, Scope scope, Region region, CommonTables seen) {
        if (returning != null) {
            queries.expressions().bind(returning, scope, region, seen);
        }
    }
}
