package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** What a finished {@link Binding} says. Immutable. */
public final class BoundSql implements BoundStatement {
    private final Binding binding;
    private final ParsedSql parsed;
    private final List<BoundTable> tables;
    private final Alignment alignment;
    private final List<AlignmentClass> classes;
    private final Map<BoundTable, Integer> classByTable = new IdentityHashMap<>();

    public BoundSql(Binding binding) {
        this.binding = binding;
        this.parsed = binding.parsed();
        this.tables = binding.tables();
        this.alignment = new Alignment(binding);
        Set<BoundTable> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < alignment.classes().size(); i++) {
            for (TableUse use : alignment.classes().get(i)) {
                Integer before = classByTable.putIfAbsent(use.table(), i);
                if (before != null && before != i) {
                    repeated.add(use.table());
                }
            }
        }
        List<AlignmentClass> made = new ArrayList<>();
        for (List<TableUse> members : alignment.classes()) {
            made.add(classOf(members, repeated));
        }
        this.classes = List.copyOf(made);
    }

    private AlignmentClass classOf(List<TableUse> members, Set<BoundTable> repeated) {
        List<AlignmentClass.Root> roots = new ArrayList<>();
        List<BoundTable> tables = new ArrayList<>();
        Set<BoundTable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        boolean again = false;
        for (TableUse use : members) {
            if (alignment.anchorOf(use) == null) {
                boolean outermost = use.region() == outermost();
                roots.add(new AlignmentClass.Root(alignment.keys(), use, outermost));
            }
            if (seen.add(use.table())) {
                tables.add(use.table());
            }
            again |= repeated.contains(use.table());
        }
        for (Map.Entry<BoundTable, BoundTable> same : binding.samePlace().entrySet()) {
            if (seen.contains(same.getValue())) {
                tables.add(same.getKey());
            }
        }
        return new AlignmentClass(roots, tables, again);
    }

    /** The region of the outermost block. */
    private Region outermost() {
        return binding.parsed().statement() instanceof QueryStatement query
                        && query.query().body() instanceof Select select
                ? Objects.requireNonNull(binding.regionsByBlock().get(select)).canonical()
                : binding.statementRegion();
    }

    @Override
    public ParsedSql parsed() {
        return parsed;
    }

    @Override
    public List<BoundTable> tables() {
        return tables;
    }

    @Override
    public @Nullable BoundTable table(NamedTable node) {
        return binding.tablesByNode().get(node);
    }

    @Override
    public @Nullable CommonTable commonTable(NamedTable node) {
        return binding.commonTables().get(node);
    }

    @Override
    public ColumnOrigin origin(ColumnReference reference) {
        return binding.origin(reference);
    }

    @Override
    public @Nullable List<OutputColumn> outputs(Query query) {
        return binding.outputsByQuery().get(query);
    }

    @Override
    public int alignmentClass(BoundTable table) {
        BoundTable place = binding.samePlace().getOrDefault(table, table);
        return classByTable.getOrDefault(place, -1);
    }

    @Override
    public int alignmentClasses() {
        return classes.size();
    }

    @Override
    public List<AlignmentClass> classes() {
        return classes;
    }

    @Override
    public List<String> declared() {
        return alignment.declared();
    }

    @Override
    public boolean determinesNode(Select block, List<Expression> expressions, int alignmentClass) {
        Region region = binding.regionsByBlock().get(block);
        if (region == null || alignmentClass < 0 || alignmentClass >= classes.size()) {
            return false;
        }
        int[] terms = new int[expressions.size()];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = expressions.get(i) instanceof ColumnReference reference ? binding.term(reference) : -1;
        }
        return alignment.determinesNode(region, terms, alignment.classes().get(alignmentClass));
    }

    @Override
    public boolean hasExactEquality(BoundTable table, String column) {
        ColumnSchema schema = table.schema() == null ? null : table.schema().column(column);
        return schema == null || ColumnEquality.isExact(schema, binding.dialect());
    }

    @Override
    public boolean correlated(Query query) {
        Binding.QueryUse use = binding.queryUse(query);
        return use != null && use.correlated();
    }

    @Override
    public boolean alignedWithOuter(Query query) {
        Binding.QueryUse inside = binding.queryUse(query);
        if (inside == null) {
            return false;
        }
        for (int i = inside.firstUse(); i < inside.endUse(); i++) {
            TableUse use = binding.uses().get(i);
            if (use.isSharded() && !isAnchoredOutside(use, inside)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAnchoredOutside(TableUse use, Binding.QueryUse inside) {
        for (TableUse at = use; at != null; at = alignment.anchorOf(at)) {
            if (at.id() < inside.firstUse() || at.id() >= inside.endUse()) {
                return true;
            }
        }
        return false;
    }
}
