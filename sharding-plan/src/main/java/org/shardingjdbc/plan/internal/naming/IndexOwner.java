package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Finds the tables of indexes that DROP INDEX, ALTER INDEX, REINDEX and COMMENT name alone. Such a statement is planned
 * as if it said {@code ON table} behind the index; the additions are taken out of the actual SQL. Immutable.
 */
public record IndexOwner(Placements rules, Catalog catalog, NameQuoting names) {
    private static final String ON = " ON ";

    /** The statement with the tables of its indexes put in; itself when it needs none, or none is known. */
    public ParsedSql complete(ParsedSql parsed, SqlParser parser) {
        TreeEdits edits = new TreeEdits(parsed);
        List<Map<String, String>> known = new ArrayList<>();
        List<ObjectName> indexes = lonelyIndexes(parsed);
        for (int i = 0; i < indexes.size(); i++) {
            String owner = owner(indexes.get(i), known);
            if (owner != null) {
                int position = i;
                int end = indexes.get(i).name().span().stop();
                edits.change(
                        (DdlStatement) parsed.statement(),
                        new Span(end, end),
                        on(owner, parser),
                        (DdlStatement ddl, List<Node> table) -> of(ddl, position, (NamedTable) table.get(0)));
            }
        }
        return edits.made(parser);
    }

    private static MadeText on(String owner, SqlParser parser) {
        QualifiedName name = new QualifiedName(Span.NONE, List.of(NameQuoting.quotedName(owner)));
        NamedTable table = new NamedTable(Span.NONE, name, null, List.of(), false);
        return new SqlPrinter(parser.dialect()).made(table, null).between(ON, "");
    }

    /** @param index which of the statement's names gets a table */
    private static DdlStatement of(DdlStatement ddl, int index, NamedTable owner) {
        List<NamedTable> tables = new ArrayList<>(ddl.tables());
        tables.add(owner);
        List<ObjectName> objects = new ArrayList<>(ddl.objects());
        objects.set(index, objects.get(index).of(tables.size() - 1));
        return new DdlStatement(
                ddl.span(),
                ddl.kind(),
                tables,
                ddl.references(),
                ddl.patterns(),
                objects,
                ddl.columns(),
                ddl.uniqueKeys(),
                ddl.query(),
                ddl.tail(),
                ddl.temporary(),
                ddl.conditional(),
                ddl.cascade(),
                ddl.renamedTo(),
                ddl.renamedColumns(),
                ddl.text());
    }

    /** Where a completed statement has the additions. */
    public static List<Span> additions(ParsedSql completed) {
        DdlStatement ddl = (DdlStatement) completed.statement();
        List<Span> additions = new ArrayList<>();
        for (NamedTable table : ddl.tables()) {
            int start = 0;
            for (ObjectName object : ddl.objects()) {
                int end = object.name().span().stop();
                start = end < table.span().start() ? Math.max(start, end) : start;
            }
            additions.add(new Span(start, table.span().stop()));
        }
        return additions;
    }

    /** The new name of ALTER INDEX ... RENAME TO is not one of them. */
    private static List<ObjectName> lonelyIndexes(ParsedSql parsed) {
        if (!(parsed.statement() instanceof DdlStatement ddl)
                || !ddl.tables().isEmpty()
                || ddl.objects().stream().anyMatch(object -> object.kind() != ObjectKind.INDEX)) {
            return List.of();
        }
        return switch (ddl.kind()) {
            case DROP_INDEX, MAINTAIN, COMMENT -> ddl.objects();
            case ALTER_INDEX -> ddl.objects().subList(0, 1);
            default -> List.of();
        };
    }

    /**
     * The name of the table of an index; null when no table that we know has it.
     *
     * @param known the indexes of each data source that was asked so far, from the first on
     */
    private @Nullable String owner(ObjectName index, List<Map<String, String>> known) {
        List<Identifier> parts = index.name().parts();
        if (parts.size() > 1 && catalog.databases().of(parts) != Meaning.LOGIC) {
            return null;
        }
        String name = index.name().last().text();
        for (LogicTable table : rules.tables()) {
            if (isOf(table, name, known)) {
                return table.name();
            }
        }
        for (int i = 0; i < rules.dataSourceNames().size(); i++) {
            String table = indexes(i, known).get(name.toLowerCase(Locale.ROOT));
            boolean single = table != null
                    && rules.table(table) == null
                    && (i == rules.defaultDataSource() || catalog.locate(table) == i);
            if (single) {
                return table;
            }
        }
        return null;
    }

    private boolean isOf(LogicTable table, String index, List<Map<String, String>> known) {
        int dataSource = table.firstDataSource();
        String actual = Objects.requireNonNull(table.actualTable(dataSource), "its first actual table is there");
        String logic = table.name();
        return has(dataSource, actual, index, known)
                || table.isRenamed()
                        && (has(dataSource, actual, names.derived(index, (char) 0, logic, actual), known)
                                || has(dataSource, actual, names.made(index, (char) 0, logic, actual), known));
    }

    private boolean has(int dataSource, String actualTable, @Nullable String index, List<Map<String, String>> known) {
        return index != null
                && actualTable.equalsIgnoreCase(indexes(dataSource, known).get(index.toLowerCase(Locale.ROOT)));
    }

    private Map<String, String> indexes(int dataSource, List<Map<String, String>> known) {
        while (known.size() <= dataSource) {
            known.add(catalog.indexes(known.size()));
        }
        return known.get(dataSource);
    }
}
