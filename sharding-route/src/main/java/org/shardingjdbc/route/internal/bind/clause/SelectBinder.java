package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.Implications;
import org.shardingjdbc.route.internal.bind.JoinNode;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Relation;
import org.shardingjdbc.route.internal.bind.ScalarFunctions;
import org.shardingjdbc.route.internal.bind.Scope;

/** Binds one SELECT block. */
final class SelectBinder {
    private final Binding binding;
    private final Implications facts;
    private final InnerQueries queries;
    private final FromBinder from;
    private final JoinRegions placement;
    private final OutputNames names;

    SelectBinder(Binding binding, Implications facts, InnerQueries queries) {
        this.binding = binding;
        this.facts = facts;
        this.queries = queries;
        this.from = new FromBinder(binding, queries);
        this.placement = new JoinRegions(binding, facts);
        this.names = new OutputNames(binding);
    }

    FromBinder from() {
        return from;
    }

    /** What the expressions of a block need. */
    private record Block(Select select, Scope scope, Region region, CommonTables commonTables, List<JoinNode> nodes) {}

    /**
     * Binds a block.
     *
     * @param owner the query whose body it is, or null for a branch of a set operation
     * @return its output columns, or null when they are unknown
     */
    @Nullable
    List<Column> bind(
            Select select, @Nullable Query owner, @Nullable Scope outer, Region region, CommonTables commonTables) {
        boolean rowFromNone = makesRowFromNone(select, owner);
        // where a row comes out although none went in, the facts inside are no facts of the rows outside
        Region inside = rowFromNone ? binding.newRegion(region) : region;
        binding.regionsByBlock().put(select, inside);
        Scope scope = new Scope(outer);
        List<JoinNode> nodes = bindFrom(select.from(), scope, outer, commonTables);
        Block block = new Block(select, scope, inside, commonTables, nodes);
        bindIn(block, select.where());
        place(nodes, select.where() == null ? null : select.where().condition(), inside);
        select.distinctOn().forEach(expression -> bindIn(block, expression));
        List<OutputNames.Item> items = bindItems(block);
        select.windows().forEach(window -> bindIn(block, window));
        bindGrouping(block, items);
        bindOrder(block, owner, items);
        if (owner != null) {
            binding.outputsByQuery().put(owner, OutputNames.outputs(items));
        }
        return outputColumns(block, owner, items, rowFromNone);
    }

    /** Binds the elements of a FROM into a scope. */
    List<JoinNode> bindFrom(
            List<TableReference> references, Scope scope, @Nullable Scope outer, CommonTables commonTables) {
        List<JoinNode> nodes = new ArrayList<>();
        FromBinder.Surroundings around = new FromBinder.Surroundings(outer, commonTables);
        for (TableReference reference : references) {
            JoinNode node = from.bind(reference, scope.relations(), around);
            nodes.add(node);
            node.relations().forEach(scope::add);
            scope.merged().putAll(node.merged());
        }
        return nodes;
    }

    /** Gives the parts of a FROM their regions and states what the condition, already bound, demands. */
    void place(List<JoinNode> nodes, @Nullable Expression condition, Region region) {
        // only an outer join makes rows of which a condition may say that they do not count
        boolean joins = nodes.stream().anyMatch(node -> !(node instanceof JoinNode.Leaf));
        Set<Relation> rejected = joins ? facts.rejectsNulls(condition) : Set.of();
        for (JoinNode node : nodes) {
            placement.place(node, region, rejected);
        }
        facts.state(condition, region);
    }

    private void bindIn(Block block, @Nullable Node node) {
        queries.bindExpression(node, block.scope(), block.region(), block.commonTables());
    }

    private List<OutputNames.Item> bindItems(Block block) {
        List<OutputNames.Item> items = new ArrayList<>();
        for (SelectItem item : block.select().items()) {
            if (item instanceof StarItem star) {
                List<Column> columns = starColumns(block, star);
                if (columns == null) {
                    items.add(new OutputNames.Item(null, null, item, null, null));
                    continue;
                }
                for (Column column : columns) {
                    items.add(
                            new OutputNames.Item(column.name(), null, item, column, relationOf(column, block.scope())));
                }
                continue;
            }
            ExpressionItem expressionItem = (ExpressionItem) item;
            bindIn(block, expressionItem.expression());
            OutputNames.Item bound = names.item(expressionItem);
            items.add(bound);
            if (expressionItem.alias() != null && binding.dialect().queries().aliasesInSubqueries()) {
                block.scope().addOutput(bound.asSeenInside());
            }
        }
        return items;
    }

    private static @Nullable List<Column> starColumns(Block block, StarItem star) {
        if (star.qualifier() != null) {
            Relation relation = block.scope().relation(star.qualifier().parts());
            return relation == null ? null : relation.columns();
        }
        List<Column> all = new ArrayList<>();
        for (JoinNode node : block.nodes()) {
            List<Column> columns = node.columns();
            if (columns == null) {
                return null;
            }
            all.addAll(columns);
        }
        return all;
    }

    /** The name of the element of FROM whose column it is; null where it has none or the column is of several. */
    private static @Nullable Identifier relationOf(Column column, Scope scope) {
        for (Relation relation : scope.relations()) {
            if (relation.columns() != null && relation.columns().stream().anyMatch(own -> own == column)) {
                return relation.written();
            }
        }
        return null;
    }

    private void bindGrouping(Block block, List<OutputNames.Item> items) {
        Select select = block.select();
        if (select.groupBy() != null) {
            for (Expression expression : select.groupBy().items()) {
                bindIn(block, expression);
                names.bindGroupKey(expression, items, block.scope());
            }
        }
        if (select.having() != null) {
            bindIn(block, select.having());
            names.bindHaving(select, items);
        }
        if (select.qualify() != null) {
            bindIn(block, select.qualify());
            names.bindNested(select.qualify(), items);
        }
    }

    private void bindOrder(Block block, @Nullable Query owner, List<OutputNames.Item> items) {
        if (owner != null && owner.orderBy() != null) {
            owner.orderBy().items().forEach(item -> {
                bindIn(block, item.expression());
                names.bindSortKey(item.expression(), items);
            });
        }
    }

    /**
     * The output columns with new terms. A term is equal to that of the column behind it where a condition on the
     * output may as well restrict the rows that go into the block.
     */
    private @Nullable List<Column> outputColumns(
            Block block, @Nullable Query owner, List<OutputNames.Item> items, boolean rowFromNone) {
        List<Column> columns = new ArrayList<>();
        boolean opaque = rowFromNone || selectsAmongRows(block.select());
        List<FunctionCall> calls = opaque ? List.of() : calls(block.select(), owner);
        int[] values = new int[items.size()];
        for (int i = 0; i < items.size(); i++) {
            OutputNames.Item item = items.get(i);
            if (item.isUnknownStar()) {
                return null;
            }
            Column column = item.column();
            int term = binding.terms().output(column == null ? null : column.schema());
            values[i] = column == null ? -1 : column.term();
            if (!opaque && column != null && column.term() >= 0) {
                boolean passes = keptByGrouping(block.select().groupBy(), column.term(), i)
                        && keptByWindows(block.select(), calls, column.term());
                if (passes) {
                    block.region().equate(term, column.term());
                }
            }
            columns.add(item.asColumn(term));
        }
        binding.valuesByBlock().put(block.select(), values);
        return columns;
    }

    private boolean keptByGrouping(@Nullable GroupBy groupBy, int term, int position) {
        if (groupBy == null) {
            return true;
        }
        for (Expression item : groupBy.items()) {
            boolean ordinal =
                    item instanceof Literal literal && literal.value() instanceof Long number && number == position + 1;
            if (ordinal || item instanceof ColumnReference reference && binding.term(reference) == term) {
                return true;
            }
        }
        return false;
    }

    /**
     * The calls of a block, those of its ORDER BY among them; where its statement has none it is not looked for them.
     */
    private List<FunctionCall> calls(Select select, @Nullable Query owner) {
        return binding.parsed().analysis().has(FunctionCall.class)
                ? BlockWalk.calls(select, owner == null ? null : owner.orderBy())
                : List.of();
    }

    private boolean keptByWindows(Select select, List<FunctionCall> calls, int term) {
        for (FunctionCall call : calls) {
            if (call.over() == null) {
                continue;
            }
            boolean kept = false;
            for (Expression key : BlockWalk.partition(call.over(), select)) {
                kept |= key instanceof ColumnReference reference && binding.term(reference) == term;
            }
            if (!kept) {
                return false;
            }
        }
        return true;
    }

    /** Whether a block gives a row even when its FROM and WHERE give none: an aggregate without groups. */
    private boolean makesRowFromNone(Select select, @Nullable Query owner) {
        if (select.groupBy() != null) {
            return select.groupBy().kind() != GroupingKind.PLAIN
                    || select.groupBy().items().isEmpty();
        }
        if (select.having() != null) {
            return true;
        }
        for (FunctionCall call : calls(select, owner)) {
            if (ScalarFunctions.mayAggregate(call)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether rows are chosen in a way that depends on other rows: by DISTINCT ON, their number, or a variable that
     * counts.
     */
    private boolean selectsAmongRows(Select select) {
        if (!select.distinctOn().isEmpty()) {
            return true;
        }
        if (!mayNumberRows(binding.parsed().analysis())) {
            return false;
        }
        boolean[] numbered = new boolean[1];
        BlockWalk.visit(select, node -> {
            if (node instanceof ColumnReference reference) {
                numbered[0] |= reference.name().text().equalsIgnoreCase("rownum");
            } else if (node instanceof FunctionCall call) {
                numbered[0] |= call.name().last().text().equalsIgnoreCase("rownum");
            } else if (node instanceof SessionVariable) {
                numbered[0] = true;
            }
        });
        return numbered[0];
    }

    private static boolean mayNumberRows(Analysis analysis) {
        return analysis.has(FunctionCall.class)
                || analysis.has(SessionVariable.class)
                || analysis.any(
                        ColumnReference.class,
                        reference -> reference.name().text().equalsIgnoreCase("rownum"));
    }
}
