package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.fact.PlanFacts.WholeTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds the tables whose columns a statement takes by their places without showing their names: those that an INSERT
 * without a list of columns fills or reads by a star, and those whose columns an alias with a list renames. Stateless.
 */
public final class WholeTables {
    private WholeTables() {}

    /** The tables of a statement. */
    public static List<WholeTable> of(BoundStatement bound, ActualTables tables) {
        Set<NamedTable> taken = Collections.newSetFromMap(new IdentityHashMap<>());
        Analysis analysis = bound.parsed().analysis();
        for (InsertStatement insert : analysis.all(InsertStatement.class)) {
            addInsert(bound, insert, taken);
        }
        addNestedWrites(analysis, taken);
        for (NamedTable table : analysis.all(NamedTable.class)) {
            if (!table.columnAliases().isEmpty()) {
                taken.add(table);
            }
        }
        for (JoinedTable join : analysis.all(JoinedTable.class)) {
            if (!join.columnAliases().isEmpty()) {
                taken.addAll(Tree.outsideQueries(join, NamedTable.class));
            }
        }
        for (DerivedTable derived : analysis.all(DerivedTable.class)) {
            if (!derived.columnAliases().isEmpty()) {
                addStars(derived, taken);
            }
        }
        for (CommonTable common : analysis.all(CommonTable.class)) {
            if (!common.columns().isEmpty()) {
                addStars(common, taken);
            }
        }
        List<WholeTable> whole = new ArrayList<>();
        for (BoundTable table : bound.tables()) {
            WholeTable known = taken.contains(table.node())
                    ? of(table, tables, bound.parsed().sql())
                    : null;
            if (known != null) {
                whole.add(known);
            }
        }
        return whole;
    }

    private static void addInsert(BoundStatement bound, InsertStatement insert, Set<NamedTable> taken) {
        boolean placed = insert.source() instanceof ValuesSource || insert.source() instanceof QuerySource;
        boolean listed = insert.columnsSpan() != null || !insert.columns().isEmpty();
        if (placed && !listed && !bound.target(insert.table()).table().isPinned()) {
            taken.add(insert.table());
        }
        if (insert.source() instanceof QuerySource source) {
            addStars(source, taken);
        }
    }

    /** What is written is not to be found out to have other columns when its rows come, for then it is written. */
    private static void addNestedWrites(Analysis analysis, Set<NamedTable> taken) {
        if (analysis.has(StarItem.class)) {
            analysis.all(CommonTable.class).forEach(table -> taken.addAll(Nodes.targets(table.statement())));
            analysis.all(DeltaTable.class).forEach(table -> taken.addAll(Nodes.targets(table.statement())));
        }
    }

    private static void addStars(Node part, Set<NamedTable> taken) {
        if (Tree.any(part, node -> node instanceof StarItem || node instanceof TableBody)) {
            taken.addAll(Tree.all(part, NamedTable.class));
        }
    }

    /** One table; null when nothing is known of it. */
    public static @Nullable WholeTable of(BoundTable table, ActualTables tables, String sql) {
        TableSchema schema = tables.schema(table);
        if (schema == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        schema.columns().forEach(column -> names.add(column.name()));
        List<String> queries = new ArrayList<>();
        for (int dataSource = 0; dataSource < tables.dataSources(); dataSource++) {
            String actual = tables.onDataSource(table, dataSource, sql);
            queries.add(actual == null ? "" : "SELECT * FROM " + actual + " WHERE 1 = 0");
        }
        return new WholeTable(table.table().name(), names, queries);
    }
}
