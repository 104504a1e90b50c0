package org.shardingjdbc.plan.internal.routing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** Puts the queries of views over sharded tables in place of their names. Immutable. */
public record Views(Placements rules, Catalog catalog, SqlParser parser, Binder binder) {
    /** How many views may lie one over the other. */
    private static final int DEPTH = 64;

    /** A statement without views over sharded tables, and those that it named. */
    public record ExpandedStatement(ParsedSql parsed, List<LogicView> views) {
        /** A statement that names none. */
        public static ExpandedStatement of(ParsedSql parsed) {
            return new ExpandedStatement(parsed, List.of());
        }
    }

    /** The statement with its views replaced; refused where it writes one, or no query can stand for one. */
    Decision<ExpandedStatement> expand(ParsedSql statement) {
        ParsedSql parsed = statement;
        List<LogicView> used = new ArrayList<>();
        for (int depth = 0; depth < DEPTH && mayNameViews(parsed); depth++) {
            List<LogicView> found = new ArrayList<>();
            ParsedSql named = parsed;
            Decision<ParsedSql> replaced =
                    Decision.ofLower(() -> binder.bind(named)).decide(bound -> replaced(named, bound, found));
            if (replaced instanceof Decision.Refused<ParsedSql> refused) {
                return new Decision.Refused<>(refused.reason());
            }
            if (found.isEmpty()) {
                break;
            }
            used.addAll(found);
            parsed = replaced.proved();
        }
        return new Decision.Proved<>(new ExpandedStatement(parsed, used));
    }

    /** Whether there is a name that the rules do not know; views are defined and dropped by their names. */
    private boolean mayNameViews(ParsedSql parsed) {
        if (parsed.statement() instanceof DdlStatement ddl && !Definitions.copiesRows(ddl)) {
            return false;
        }
        for (NamedTable table : parsed.analysis().all(NamedTable.class)) {
            if (rules.table(table.name().last().text()) == null) {
                return true;
            }
        }
        return false;
    }

    /** Whether a statement defines a view over rows of several data nodes. */
    public boolean areDefinedBy(DdlStatement ddl, BoundStatement bound) {
        boolean view = ddl.query() != null && (ddl.kind() == DdlKind.CREATE_VIEW || ddl.kind() == DdlKind.ALTER_VIEW);
        return view && bound.tables().stream().anyMatch(table -> table.table().isSpread() || view(table) != null);
    }

    /** The view that a table of a statement is; null when it is none. */
    @Nullable
    LogicView view(BoundTable table) {
        boolean own = table.table().isPinned() && table.table().place() == null;
        return own && rules.table(table.table().name()) == null
                ? catalog.view(table.table().name())
                : null;
    }

    private Decision<ParsedSql> replaced(ParsedSql parsed, BoundStatement bound, List<LogicView> found) {
        List<NamedTable> written = new ArrayList<>(Nodes.targets(parsed.statement()));
        if (parsed.statement() instanceof DdlStatement ddl) {
            written.addAll(ddl.tables());
        }
        List<TableBody> bodies = parsed.analysis().all(TableBody.class);
        TreeEdits edits = new TreeEdits(parsed);
        for (BoundTable table : bound.tables()) {
            LogicView view = view(table);
            if (view == null) {
                continue;
            }
            if (written.contains(table.node())) {
                return new Decision.Refused<>(
                        new SourcePositions(parsed.sql()).refuseAt(ErrorCode.VIEW_WRITTEN, table.node(), view.name()));
            }
            found.add(view);
            Decision<ParsedSql> query = query(view, table.node(), parsed);
            if (query instanceof Decision.Refused<ParsedSql>) {
                return query;
            }
            TableBody body = bodies.stream()
                    .filter(each -> each.table() == table.node())
                    .findFirst()
                    .orElse(null);
            replace(table.node(), body, query.proved(), edits);
        }
        return new Decision.Proved<>(edits.made(parser));
    }

    /** The query of a view, as the statement would have it. */
    private Decision<ParsedSql> query(LogicView view, NamedTable node, ParsedSql of) {
        ParsedSql query = view.tree(parser, of.plain());
        boolean onlyNamed = !node.restricted()
                && !node.only()
                && node.selection().isEmpty()
                && node.hints().isEmpty();
        // what the view's own text has for an operator would be a parameter of the statement, and its hints nobody
        // would heed
        if (onlyNamed
                && query.statement() instanceof QueryStatement
                && query.parameters().isEmpty()
                && query.hints().isEmpty()) {
            ShardingException hidden = refusalOfHidden(view, node, query, of);
            return hidden == null ? new Decision.Proved<>(query) : new Decision.Refused<>(hidden);
        }
        // as of what we do not understand, for no derived table may be written so
        return new Decision.Refused<>(new SourcePositions(of.sql())
                .refuseAt(
                        ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE,
                        node,
                        node.name().last().text(),
                        "sharded",
                        view.name()));
    }

    /**
     * What the view reads by a simple name would be what a common table expression around it has of that name; null
     * where nothing would.
     */
    private static @Nullable ShardingException refusalOfHidden(
            LogicView view, NamedTable node, ParsedSql query, ParsedSql of) {
        Set<String> common = new HashSet<>();
        for (Node outer : of.analysis().nodes()) {
            for (Node child : outer.children()) {
                if (child instanceof With with && Tree.isWithin(node, outer)) {
                    with.tables().forEach(table -> common.add(folded(table.name())));
                }
            }
        }
        for (NamedTable table : query.analysis().all(NamedTable.class)) {
            Identifier name = table.name().last();
            if (table.name().parts().size() == 1 && common.contains(folded(name))) {
                SourcePositions positions = new SourcePositions(of.sql());
                return new ShardingException(
                        ErrorCode.VIEW_TABLE_HIDDEN,
                        view.name(),
                        positions.line(node.span()),
                        positions.column(node.span()),
                        name.text());
            }
        }
        return null;
    }

    private static String folded(Identifier name) {
        return name.text().toLowerCase(Locale.ROOT);
    }

    private void replace(NamedTable view, @Nullable TableBody body, ParsedSql query, TreeEdits edits) {
        Query rows = ((QueryStatement) query.statement()).query();
        boolean named = view.alias() == null;
        Identifier alias = named ? NameQuoting.again(view.name().last()) : null;
        DerivedTable table = new DerivedTable(Span.NONE, false, rows, alias, List.of());
        SqlPrinter printer = new SqlPrinter(parser.dialect());
        if (body != null) {
            edits.replace(body, printer.made(MadeNodes.all(table), query.sql()));
        } else {
            edits.change(view, view.name().span(), printer.made(table, query.sql()), Views::renamed);
        }
    }

    /** The rows of a view under the names that a statement gives to it. */
    private static DerivedTable renamed(NamedTable view, List<Node> made) {
        DerivedTable rows = (DerivedTable) made.get(0);
        return new DerivedTable(
                view.span(),
                false,
                rows.query(),
                view.alias() == null ? rows.alias() : view.alias(),
                view.columnAliases());
    }
}
