package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.route.internal.bind.CommonTableOrder;

/**
 * Finds every place of a statement that names a table, leaving out the names of common table expressions and the
 * targets of a DELETE that are aliases of its FROM. Without recursion. One for each statement.
 */
final class TableCollector {
    /** Names of common table expressions that are seen, innermost first. */
    private record SeenNames(String name, @Nullable SeenNames outer) {
        static boolean contain(@Nullable SeenNames names, NamedTable table) {
            if (table.name().parts().size() > 1) {
                return false;
            }
            for (SeenNames seen = names; seen != null; seen = seen.outer) {
                if (seen.name.equalsIgnoreCase(table.name().last().text())) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Visit(Node node, @Nullable SeenNames names) {}

    private final Dialect dialect;
    private final Predicate<String> beforeCommonTables;
    private final Deque<Visit> open = new ArrayDeque<>();
    private final List<NamedTable> tables = new ArrayList<>();
    private final Set<NamedTable> written = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<NamedTable, NamedTable> aliasTargets = new IdentityHashMap<>();
    private final Map<NamedTable, NamedTable> namedTargets = new IdentityHashMap<>();

    /** @param beforeCommonTables the names that mean a table even where a common table expression has them too */
    TableCollector(Dialect dialect, Predicate<String> beforeCommonTables) {
        this.dialect = dialect;
        this.beforeCommonTables = beforeCommonTables;
    }

    /** The places in text order. */
    List<NamedTable> collect(ParsedSql parsed) {
        Analysis analysis = parsed.analysis();
        boolean allMeanTables = !analysis.has(With.class)
                && !analysis.has(InsertStatement.class)
                && !analysis.has(MergeStatement.class)
                && !analysis.has(DeleteStatement.class);
        if (allMeanTables) {
            tables.addAll(analysis.all(NamedTable.class));
        } else {
            visit(parsed.statement());
        }
        tables.sort(Comparator.comparingInt(table -> table.span().start()));
        return tables;
    }

    private void visit(Node statement) {
        open.push(new Visit(statement, null));
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            Node node = visit.node();
            if (node instanceof NamedTable table) {
                boolean shadowed = SeenNames.contain(visit.names(), table)
                        && !written.contains(table)
                        && !beforeCommonTables.test(table.name().last().text());
                if (!shadowed && !aliasTargets.containsKey(table)) {
                    tables.add(table);
                }
                continue;
            }
            noteWritten(node);
            With with = withOf(node);
            SeenNames names = with == null ? visit.names() : enter(with, visit.names());
            for (Node child : node.children()) {
                if (child != with) {
                    open.push(new Visit(child, names));
                }
            }
        }
    }

    /** Targets of a DELETE that are aliases, with the table of its FROM that has the alias. */
    Map<NamedTable, NamedTable> aliasTargets() {
        return aliasTargets;
    }

    /** Targets of a DELETE that repeat the name of a table of its FROM, with that table. */
    Map<NamedTable, NamedTable> namedTargets() {
        return namedTargets;
    }

    private @Nullable SeenNames enter(With with, @Nullable SeenNames outer) {
        SeenNames all = outer;
        for (CommonTable table : with.tables()) {
            all = new SeenNames(table.name().text(), all);
        }
        boolean seesLater = CommonTableOrder.seesLater(with, dialect);
        SeenNames names = outer;
        for (CommonTable table : with.tables()) {
            SeenNames own = new SeenNames(table.name().text(), names);
            open.push(new Visit(table.statement(), seesLater ? all : with.recursive() ? own : names));
            names = own;
        }
        return all;
    }

    private static @Nullable With withOf(Node node) {
        if (node instanceof Query query) {
            return query.with();
        }
        if (node instanceof InsertStatement insert) {
            return insert.with();
        }
        if (node instanceof UpdateStatement update) {
            return update.with();
        }
        if (node instanceof DeleteStatement delete) {
            return delete.with();
        }
        return node instanceof MergeStatement merge ? merge.with() : null;
    }

    /** What is written is never a common table expression. */
    private void noteWritten(Node node) {
        if (node instanceof InsertStatement insert) {
            written.add(insert.table());
        } else if (node instanceof MergeStatement merge) {
            written.add(merge.target());
        } else if (node instanceof DeleteStatement delete) {
            written.addAll(delete.targets());
            matchTargets(delete);
        }
    }

    private void matchTargets(DeleteStatement delete) {
        for (NamedTable target : delete.targets()) {
            if (target.alias() != null) {
                continue;
            }
            for (TableReference reference : delete.from()) {
                match(target, reference);
            }
        }
    }

    private void match(NamedTable target, TableReference reference) {
        if (reference instanceof JoinedTable join) {
            if (join.alias() != null) {
                return;
            }
            match(target, join.left());
            match(target, join.right());
        } else if (reference instanceof NamedTable table) {
            Identifier name = target.name().last();
            if (table.exposedName().text().equalsIgnoreCase(name.text())) {
                (table.alias() == null ? namedTargets : aliasTargets).put(target, table);
            }
        }
    }
}
