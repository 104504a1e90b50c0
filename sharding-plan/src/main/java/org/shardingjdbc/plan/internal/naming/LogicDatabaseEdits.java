package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;

/**
 * Puts what the data sources know in place of the logic database's name, before a statement is bound: as a qualifier it
 * becomes what all data sources are called, or goes; and a function that asks for the current database or schema
 * answers with the name that the application knows. What remains is a statement that every data source understands.
 * Immutable.
 */
public record LogicDatabaseEdits(Catalog catalog, Dialect dialect, NameQuoting names, SqlParser parser) {

    /** The statement without the names that only we know; the same one when there are none. */
    public ParsedSql logic(ParsedSql parsed) {
        Analysis analysis = parsed.analysis();
        boolean qualifies = hasQualified(analysis);
        if (!qualifies && !analysis.has(FunctionCall.class)) {
            return parsed;
        }
        TreeEdits edits = new TreeEdits(parsed);
        if (qualifies) {
            analysis.nodes().forEach(node -> {
                Node owner = node instanceof ColumnReference ? node : name(node);
                List<Identifier> name = qualified(node);
                if (owner != null && name.size() > 1) {
                    edit(owner, name, node instanceof FunctionCall call && Functions.isListed(call), edits);
                }
            });
        }
        CurrentDatabaseFunctions current = new CurrentDatabaseFunctions(parsed, dialect);
        if (current.isAsked() || !edits.isEmpty()) {
            current.edit(catalog.databases(), edits);
        }
        return edits.made(parser);
    }

    private static boolean hasQualified(Analysis analysis) {
        return analysis.any(ColumnReference.class, LogicDatabaseEdits::isQualified)
                || analysis.any(NamedTable.class, LogicDatabaseEdits::isQualified)
                || analysis.any(StarItem.class, LogicDatabaseEdits::isQualified)
                || analysis.any(FunctionCall.class, LogicDatabaseEdits::isQualified)
                || analysis.any(ObjectName.class, LogicDatabaseEdits::isQualified);
    }

    private static boolean isQualified(Node node) {
        return qualified(node).size() > 1;
    }

    /** The name that a node has, which may be qualified; null when it has none. */
    private static @Nullable QualifiedName name(Node node) {
        if (node instanceof NamedTable table) {
            return table.name();
        }
        if (node instanceof StarItem star) {
            return star.qualifier();
        }
        if (node instanceof FunctionCall call) {
            return call.name();
        }
        return node instanceof ObjectName object ? object.name() : null;
    }

    /** What of a node is the name of a table or of something else in a schema; empty when nothing is. */
    private static List<Identifier> qualified(Node node) {
        if (node instanceof ColumnReference column) {
            return column.qualifier();
        }
        QualifiedName name = name(node);
        if (name == null) {
            return List.of();
        }
        List<Identifier> parts = name.parts();
        if (node instanceof ObjectName object) {
            return switch (object.kind()) {
                case SCHEMA -> List.of();
                case COLUMN -> parts.subList(0, parts.size() - 1);
                default -> parts;
            };
        }
        return parts;
    }

    /** @param builtIn whether it is the name of a built-in function, which without its schema would be meant */
    private void edit(Node owner, List<Identifier> name, boolean builtIn, TreeEdits edits) {
        DatabaseNames databases = catalog.databases();
        int last = name.size() - 1;
        Identifier nearest = name.get(last - 1);
        if (dialect.naming().databasesAreSchemas()) {
            editCatalog(owner, name, builtIn, edits);
            return;
        }
        boolean schemaGoes = databases.isLogic(nearest.text())
                && databases.schema(nearest.text()) == Meaning.LOGIC
                && !nearest.text().equalsIgnoreCase(databases.commonSchema());
        boolean catalogGoes = last > 1 && databases.catalog(name.get(last - 2).text()) == Meaning.LOGIC;
        if (catalogGoes && !(builtIn && schemaGoes) || last == 1 && schemaGoes && !builtIn) {
            remove(owner, name, last == 1 ? 0 : last - 2, schemaGoes ? last : last - 1, edits);
        }
    }

    private void editCatalog(Node owner, List<Identifier> name, boolean builtIn, TreeEdits edits) {
        DatabaseNames databases = catalog.databases();
        int at = name.size() - 2;
        Identifier qualifier = name.get(at);
        String common = databases.commonCatalog();
        boolean ours = databases.isLogic(qualifier.text()) && databases.catalog(qualifier.text()) == Meaning.LOGIC;
        if (!ours || builtIn && common == null) {
            return;
        }
        if (common == null) {
            remove(owner, name, at, at + 1, edits);
        } else if (!qualifier.text().equals(common)) {
            edits.change(
                    owner,
                    qualifier.span(),
                    new SqlPrinter(dialect).made(NameQuoting.quotedName(common), null),
                    (node, made) -> with(node, at, at + 1, made));
        }
    }

    private static void remove(Node owner, List<Identifier> name, int from, int to, TreeEdits edits) {
        Span place = new Span(name.get(from).span().start(), name.get(to).span().start());
        edits.change(owner, place, MadeText.NOTHING, (node, made) -> with(node, from, to, made));
    }

    /** A name, or a column, with others in place of some of its qualifiers. */
    private static Node with(Node node, int from, int to, List<Node> made) {
        ColumnReference column = node instanceof ColumnReference reference ? reference : null;
        List<Identifier> parts = new ArrayList<>(column == null ? ((QualifiedName) node).parts() : column.qualifier());
        List<Identifier> replaced = parts.subList(from, to);
        replaced.clear();
        made.forEach(each -> replaced.add((Identifier) each));
        return column == null
                ? new QualifiedName(node.span(), parts)
                : new ColumnReference(node.span(), parts, column.name());
    }

    /**
     * The refusal of names of the logic database, and of the place of one data source, that stand where the tree of a
     * statement does not reach: in what the grammar does not know, and in parts of definitions. Null where none do.
     */
    public @Nullable ShardingException unreached(ParsedSql parsed) {
        Statement statement = parsed.statement();
        boolean opaque = statement instanceof DdlStatement
                || statement instanceof OtherStatement
                || statement instanceof UnparsedStatement;
        if (!opaque) {
            return null;
        }
        Set<Integer> reached = new HashSet<>();
        parsed.analysis().nodes().forEach(node -> {
            if (node instanceof NamedTable || node instanceof ColumnReference) {
                reached.add(node.span().start());
            }
        });
        for (QualifiedName name : parser.names(parsed.sql())) {
            if (name.parts().size() > 1 && !reached.contains(name.span().start())) {
                ShardingException refusal = unreached(name);
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    private @Nullable ShardingException unreached(QualifiedName name) {
        DatabaseNames databases = catalog.databases();
        List<String> words = new ArrayList<>();
        boolean unknown = false;
        for (Identifier part : name.parts()) {
            boolean qualifier = words.size() < name.parts().size() - 1;
            unknown |= qualifier && isUnknown(databases, part.text());
            words.add(part.text());
        }
        return unknown ? new ShardingException(ErrorCode.LOGIC_DATABASE_UNREACHED, String.join(".", words)) : null;
    }

    /** Whether not every data source knows the name as its own. */
    private boolean isUnknown(DatabaseNames databases, String name) {
        if (databases.isLogic(name)) {
            return !name.equals(
                    dialect.naming().databasesAreSchemas() ? databases.commonCatalog() : databases.commonSchema());
        }
        return databases.catalog(name) == Meaning.PHYSICAL || databases.schema(name) == Meaning.PHYSICAL;
    }
}
