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
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
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
import org.shardingjdbc.route.internal.bind.IdentifierFolding;

/**
 * Finds every place of a statement that names a table, leaving out the names of common table expressions and the
 * targets of a DELETE that are aliases of its FROM. Without recursion. One for each statement.
 */
final class TableCollector {
    /** Names of common table expressions that are seen, innermost first. */
    private record SeenNames(Identifier name, @Nullable SeenNames outer) {
        /** The innermost of a name, whatever its case; null where none is seen. */
        static @Nullable SeenNames find(@Nullable SeenNames names, NamedTable table) {
            SeenNames seen = table.name().parts().size() > 1 ? null : names;
            while (seen != null
                    && !seen.name.text().equalsIgnoreCase(table.name().last().text())) {
                seen = seen.outer;
            }
            return seen;
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
    private @Nullable ShardingException mistake;

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
                if (!isCommonTable(table, visit.names()) && !aliasTargets.containsKey(table)) {
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

    private boolean isCommonTable(NamedTable table, @Nullable SeenNames names) {
        SeenNames seen = written.contains(table) ? null : SeenNames.find(names, table);
        if (seen == null) {
            return false;
        }
        Identifier name = table.name().last();
        boolean first = beforeCommonTables.test(name.text());
        // rules know tables in whatever case; what is between quotes may be no table to the database
        if (mayDiffer(name, seen) || first && isKept(name)) {
            mistake = new ShardingException(
                    ErrorCode.COMMON_TABLE_LIKE_ANOTHER,
                    name.text(),
                    seen.name().text());
        }
        if (!first && aliasTargets.containsValue(table)) {
            mistake = new ShardingException(ErrorCode.COMMON_TABLE_WRITTEN, name.text());
        }
        return !first;
    }

    /** Whether the database may take the names for two, as case and quotes are all in which they differ. */
    private boolean mayDiffer(Identifier name, SeenNames seen) {
        if (dialect.naming().quotesKeepCase()) {
            return !IdentifierFolding.means(name, IdentifierFolding.of(seen.name(), dialect), dialect);
        }
        if (seen.name().text().equals(name.text())) {
            return false;
        }
        // whether case counts is a matter of its configuration there
        SeenNames other = seen.outer();
        while (other != null && !other.name().text().equals(name.text())) {
            other = other.outer();
        }
        return other != null;
    }

    private boolean isKept(Identifier name) {
        return dialect.naming().quotesKeepCase() && name.quoted() && !name.backticks();
    }

    /** What is wrong with the names of common table expressions; null where nothing is. */
    @Nullable
    ShardingException mistake() {
        return mistake;
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
            all = new SeenNames(table.name(), all);
        }
        boolean seesLater = CommonTableOrder.seesLater(with, dialect);
        SeenNames names = outer;
        for (CommonTable table : with.tables()) {
            SeenNames own = new SeenNames(table.name(), names);
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
