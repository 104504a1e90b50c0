package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableBody;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;

/** Puts the queries of views over sharded tables in place of their names. Immutable. */
record Views(Rules rules, Catalog catalog, SqlParser parser, Binder binder) {
    /** How many views may lie one over the other. */
    private static final int DEPTH = 64;

    /** A statement without views over sharded tables, and those that it named. */
    record Expanded(ParsedSql parsed, List<LogicView> views) {
        /** A statement that names none. */
        static Expanded of(ParsedSql parsed) {
            return new Expanded(parsed, List.of());
        }
    }

    /**
     * The statement with its views replaced.
     *
     * @throws org.shardingjdbc.error.ShardingException when it writes one
     */
    Expanded expand(ParsedSql statement) {
        ParsedSql parsed = statement;
        List<LogicView> used = new ArrayList<>();
        for (int depth = 0; depth < DEPTH && mayNameViews(parsed); depth++) {
            List<LogicView> found = new ArrayList<>();
            String sql = replaced(parsed, binder.bind(parsed), found);
            if (found.isEmpty()) {
                break;
            }
            used.addAll(found);
            parsed = parser.parseInstead(parsed, sql);
        }
        return new Expanded(parsed, used);
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
    boolean areDefinedBy(DdlStatement ddl, BoundStatement bound) {
        boolean view = ddl.query() != null && (ddl.kind() == DdlKind.CREATE_VIEW || ddl.kind() == DdlKind.ALTER_VIEW);
        return view
                && bound.tables().stream()
                        .anyMatch(table -> table.table() instanceof PartitionedTable sharded
                                ? sharded.dataNodes().size() > 1
                                : view(table) != null);
    }

    /** The view that a table of a statement is; null when it is none. */
    LogicView view(BoundTable table) {
        boolean own = table.table() instanceof PinnedTable pinned && pinned.place() == null;
        return own && rules.table(table.table().name()) == null
                ? catalog.view(table.table().name())
                : null;
    }

    private String replaced(ParsedSql parsed, BoundStatement bound, List<LogicView> found) {
        String sql = parsed.sql();
        List<NamedTable> written = new ArrayList<>(Nodes.targets(parsed.statement()));
        if (parsed.statement() instanceof DdlStatement ddl) {
            written.addAll(ddl.tables());
        }
        List<TableBody> bodies = parsed.analysis().all(TableBody.class);
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (BoundTable table : bound.tables()) {
            LogicView view = view(table);
            if (view == null) {
                continue;
            }
            if (written.contains(table.node())) {
                throw new SourcePositions(sql).refuseAt(ErrorCode.VIEW_WRITTEN, table.node(), view.name());
            }
            found.add(view);
            Node body = bodies.stream()
                    .filter(each -> each.table() == table.node())
                    .map(Node.class::cast)
                    .findFirst()
                    .orElse(null);
            Span place = body == null ? table.node().name().span() : body.span();
            text.append(sql, at, place.start()).append(body == null ? "(" : "SELECT * FROM (");
            text.append(view.query()).append(')');
            if (table.node().alias() == null) {
                text.append(" AS ").append(table.node().name().last().span().of(sql));
            }
            at = place.stop();
        }
        return text.append(sql.substring(at)).toString();
    }
}
