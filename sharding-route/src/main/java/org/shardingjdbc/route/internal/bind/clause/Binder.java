package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BoundSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.LogicColumns;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Resolves the names of statements. A name that cannot be resolved is no error: the origin says so, and whoever needs
 * to know more assumes the worst. Immutable, safe for all threads; the catalog may be asked, and may ask a database.
 *
 * <p>A table name means the rule's table when it is unqualified, or when its qualifier is the logic database or the
 * schema that all connections are in ({@link DatabaseNames}). What is qualified with a foreign place, such as
 * {@code information_schema.tables}, and every name without a rule is a single table: of the data source where the
 * catalog finds it, else of the default data source, which will say that it does not exist. The place of one data
 * source of several is refused as a qualifier, unless the table is a single one there.
 *
 * <p>Columns are asked for only if a sharded table takes part.
 */
public final class Binder {
    private final PlanningRules rules;
    private final Catalog catalog;
    private final Dialect dialect;

    public Binder(PlanningRules rules, Catalog catalog, Dialect dialect) {
        this.rules = rules;
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /**
     * Binds a statement of the binder's dialect.
     *
     * @throws ShardingException when it names what no name may stand for
     */
    public BoundStatement bind(ParsedSql parsed) {
        return Objects.requireNonNull(bind(parsed, true), "what is strict is refused by an error");
    }

    /** The same of a statement that is refused; null when its names are why. */
    public @Nullable BoundStatement bindRefused(ParsedSql parsed) {
        return bind(parsed, false);
    }

    private @Nullable BoundStatement bind(ParsedSql parsed, boolean strict) {
        TableCollector collector = new TableCollector(dialect, name -> isBeforeCommonTables(name, strict));
        List<NamedTable> nodes = collector.collect(parsed);
        ShardingException mistake = collector.mistake();
        if (mistake != null) {
            if (strict) {
                throw mistake;
            }
            return null;
        }
        List<LogicTable> logicTables = new ArrayList<>();
        for (NamedTable node : nodes) {
            LogicTable table = tableOf(node, strict);
            if (table == null) {
                return null;
            }
            logicTables.add(table);
        }
        return bound(parsed, collector, nodes, logicTables);
    }

    private BoundStatement bound(
            ParsedSql parsed, TableCollector collector, List<NamedTable> nodes, List<LogicTable> logicTables) {
        boolean told = false;
        for (LogicTable table : logicTables) {
            told |= table.isPartitioned() || !rules.columns(table.name()).isEmpty();
        }
        boolean needsColumns = told && hasRows(parsed.statement());
        List<BoundTable> tables = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            TableSchema schema = needsColumns ? schema(logicTables.get(i)) : null;
            tables.add(new BoundTable(i, nodes.get(i), logicTables.get(i), schema));
        }
        Binding binding =
                new Binding(parsed, dialect, tables, name -> catalog.databases().of(name) == Meaning.FOREIGN);
        collector.aliasTargets().forEach((target, table) -> binding.tablesByNode()
                .put(target, binding.tablesByNode().get(table)));
        collector.namedTargets().forEach((target, table) -> binding.samePlace()
                .put(binding.tablesByNode().get(target), binding.tablesByNode().get(table)));
        new StatementBinder(binding).bind(parsed.statement());
        return new BoundSql(binding);
    }

    private @Nullable TableSchema schema(LogicTable table) {
        return LogicColumns.of(catalog.table(table), rules.columns(table.name()), dialect);
    }

    /** Whether a table of the name is looked for first, and a common table expression only where there is none. */
    private boolean isBeforeCommonTables(String name, boolean strict) {
        return dialect.queries().tablesBeforeCommonTables()
                && (rules.table(name) != null || locate(name, strict) != Catalog.NOWHERE);
    }

    private static boolean hasRows(Statement statement) {
        return statement instanceof QueryStatement
                || statement instanceof InsertStatement
                || statement instanceof UpdateStatement
                || statement instanceof DeleteStatement
                || statement instanceof MergeStatement
                || statement instanceof ExplainStatement
                || statement instanceof DdlStatement ddl && ddl.query() != null;
    }

    /** The table that a name means; null where it is refused and that is not strict. */
    private @Nullable LogicTable tableOf(NamedTable node, boolean strict) {
        List<Identifier> parts = node.name().parts();
        String name = node.name().last().text();
        Meaning meaning =
                parts.size() == 1 ? Meaning.LOGIC : catalog.databases().of(parts);
        if (meaning == Meaning.FOREIGN) {
            return elsewhere(catalog.databases().placed(parts), strict);
        }
        LogicTable ruled = catalog.own(rules.table(name));
        LogicTable table = ruled == null ? single(name, strict) : ruled;
        if (meaning == Meaning.PHYSICAL && table != null && !isPlaceOf(table, parts)) {
            if (strict) {
                throw ofOnePlace(parts);
            }
            return null;
        }
        return table;
    }

    /** Index of a data source, or one of {@link Catalog}'s words for none. */
    private int locate(String name, boolean strict) {
        return strict ? catalog.locate(name) : catalog.find(name);
    }

    /** The place of one data source is no foreign one: what is named there must be just what the logic database has. */
    private boolean isPlaceOf(LogicTable table, List<Identifier> parts) {
        return table.isPinned() && catalog.databases().isPlaceOf(table.pinnedDataSource(), parts);
    }

    private @Nullable PinnedTable elsewhere(SchemaTable place, boolean strict) {
        int found = rules.dataSourceNames().size() == 1 ? 0 : strict ? catalog.locate(place) : catalog.find(place);
        if (found == Catalog.AMBIGUOUS) {
            return null;
        }
        int home = found < 0 ? rules.home(place) : found;
        return PinnedTable.elsewhere(place, home < 0 ? rules.defaultDataSource() : home);
    }

    private @Nullable PinnedTable single(String name, boolean strict) {
        if (rules.dataSourceNames().size() == 1) {
            return new PinnedTable(name, 0);
        }
        int found = locate(name, strict);
        if (found == Catalog.AMBIGUOUS) {
            return null;
        }
        if (found >= 0) {
            return new PinnedTable(name, found);
        }
        LogicView view = catalog.view(name);
        return new PinnedTable(name, view == null ? rules.defaultDataSource() : view.dataSource());
    }

    private ShardingException ofOnePlace(List<Identifier> parts) {
        List<String> words = new ArrayList<>();
        parts.forEach(part -> words.add(part.text()));
        return new ShardingException(
                ErrorCode.PHYSICAL_DATABASE_NAMED,
                String.join(".", words),
                catalog.databases().logic());
    }
}
