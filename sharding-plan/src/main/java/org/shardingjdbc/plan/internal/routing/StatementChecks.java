package org.shardingjdbc.plan.internal.routing;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ColumnDefinition;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.setting.SessionObstacles;
import org.shardingjdbc.plan.internal.setting.UnfollowedSettings;
import org.shardingjdbc.plan.internal.syntax.BodyTables;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementParts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.execution.StatementPart;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.Nearest;

/** Says what no plan could answer, by the tree alone. Immutable. */
record StatementChecks(PlanTools tools) {
    /** What statements and their clauses begin with. */
    private static final List<String> WORDS = List.of(
            "SELECT",
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "OFFSET",
            "JOIN",
            "LEFT",
            "INNER",
            "UNION",
            "INSERT",
            "INTO",
            "VALUES",
            "UPDATE",
            "SET",
            "DELETE",
            "MERGE",
            "CREATE",
            "ALTER",
            "DROP",
            "TRUNCATE",
            "WITH",
            "USING",
            "BETWEEN",
            "DISTINCT");

    /** Why no plan could answer it; null where one may. */
    @Nullable
    ShardingException refusal(ParsedSql parsed) {
        ShardingException unreached = tools.logicDatabase().unreached(parsed);
        if (unreached != null) {
            return unreached;
        }
        ShardingException ofSession = refusalOfSession(parsed);
        return ofSession == null ? unknown(parsed) : ofSession;
    }

    /** What was not understood must not mention a table of which there is more than one. */
    private @Nullable ShardingException unknown(ParsedSql parsed) {
        SourcePositions positions = new SourcePositions(parsed.sql());
        ShardingException refusal = ofBody(parsed, positions);
        if (refusal == null) {
            refusal = ofRowTypes(parsed, positions);
        }
        if (refusal != null) {
            return refusal;
        }
        if (parsed.statement() instanceof UnparsedStatement unparsed) {
            return ofUnparsed(unparsed);
        }
        return parsed.statement() instanceof OtherStatement other && !locksOneTable(other)
                ? ofOther(other, positions)
                : null;
    }

    private @Nullable ShardingException ofUnparsed(UnparsedStatement unparsed) {
        String found = found(unparsed);
        for (QualifiedName name : unparsed.mentionedNames()) {
            for (int i = 0; i < name.parts().size(); i++) {
                String part = name.parts().get(i).text();
                ShardingException refusal = ofTable(part, unparsed.line(), unparsed.column(), found);
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    private @Nullable ShardingException ofOther(OtherStatement other, SourcePositions positions) {
        String found = other.kind().name().replace('_', ' ');
        for (NamedTable table : other.tables()) {
            ShardingException refusal = ofTable(table.name().last().text(), positions, other, found);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** A lock of one table until the transaction ends is taken wherever the table is. */
    private boolean locksOneTable(OtherStatement other) {
        return other.kind() == OtherKind.LOCK_TABLES
                && other.tables().size() == 1
                && !tools.dialect().sessions().locksTablesForSession();
    }

    /** A database runs a body by itself, and would find tables by their actual names only. */
    private @Nullable ShardingException ofBody(ParsedSql parsed, SourcePositions positions) {
        Statement statement = parsed.statement();
        boolean maybe = statement instanceof UnparsedStatement
                || statement instanceof OtherStatement other && other.kind() == OtherKind.DO;
        if (maybe) {
            for (String name : BodyTables.of(parsed.sql(), statement.span(), tools.dialect())) {
                if (isPartitioned(name)) {
                    return ofTable(name, positions, statement, "a body that a database runs by itself");
                }
            }
        }
        return null;
    }

    /** A table makes a type of its rows where it is made, and a sharded one is made under its actual names only. */
    private @Nullable ShardingException ofRowTypes(ParsedSql parsed, SourcePositions positions) {
        if (!tools.dialect().naming().tablesAreTypes()) {
            return null;
        }
        for (Node node : parsed.analysis().nodes()) {
            String type = node instanceof Cast cast
                    ? cast.type()
                    : node instanceof ColumnDefinition column ? column.type() : null;
            String name = type == null ? null : typeName(type);
            if (name != null && isPartitioned(name)) {
                return ofTable(
                        name, positions, node, "the row type " + type + ", which no database knows by that name");
            }
        }
        return null;
    }

    /** The name of a type without its schema, quotes and the marks of an array; null when it is none of one name. */
    private @Nullable String typeName(String type) {
        String name = null;
        boolean dotted = true;
        for (Span token :
                Tokens.of(type, new Span(0, type.length()), tools.dialect()).spans()) {
            String text = token.of(type);
            if (text.equals("[") || text.equalsIgnoreCase("ARRAY")) {
                break;
            }
            if (text.equals(".") == dotted) {
                return null;
            }
            dotted = !dotted;
            name = dotted ? name : text;
        }
        return name != null && name.length() > 2 && name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }

    /** What was found, and what may have been meant: a word of SQL, or else what could stand there. */
    private static String found(UnparsedStatement unparsed) {
        String found = unparsed.found();
        String word = found.replace("'", "");
        String meant = word.chars().allMatch(Character::isLetter) ? Nearest.to(word, WORDS) : null;
        if (meant != null && !word.equalsIgnoreCase(meant)) {
            return found + ", did you mean " + meant + "?";
        }
        // where a statement could end, most of SQL could stand as well
        return unparsed.expected().equals("end of statement") ? found : found + ", expected " + unparsed.expected();
    }

    /**
     * What a session sets or leaves behind is on one connection, and so is what its last statement did: others need not
     * know of it.
     */
    @Nullable
    ShardingException refusalOfSession(ParsedSql parsed) {
        ShardingException unfollowed =
                new UnfollowedSettings(tools.rules(), tools.catalog(), tools.dialect()).refusal(parsed);
        if (unfollowed != null) {
            return unfollowed;
        }
        int dataSources = tools.rules().dataSourceNames().size();
        ShardingException left = SessionObstacles.refusal(parsed, tools.dialect(), dataSources);
        if (left != null || dataSources == 1 || !LastStatement.mayBeAsked(parsed.analysis())) {
            return left;
        }
        for (Node node : parsed.analysis().nodes()) {
            if (LastStatement.isAsked(node) && !isFollowed(node)) {
                SourcePositions positions = new SourcePositions(parsed.sql());
                return positions.refuse(ErrorCode.LAST_STATEMENT_ASKED, positions.excerpt(node), node);
            }
        }
        return null;
    }

    /** Whether the session knows what a node asks for: see {@link LastKeyUse}. */
    private boolean isFollowed(Node node) {
        boolean ofKey =
                LastStatement.isLastKey(node) || node instanceof FunctionCall call && LastStatement.setsLastKey(call);
        return ofKey && tools.dialect().sessions().settingOfLastKey() != null;
    }

    /**
     * Lets the rules look at a statement of the application before it is routed; null where none refuses it. Statements
     * that are its steps pass here too.
     */
    @Nullable
    ShardingException refusalByRules(PlannedStatement planned) {
        return tools.rules().refusal(planned);
    }

    /** A statement as rules look at it. */
    static PlannedStatement planned(BoundStatement bound, StatementClass kind) {
        Set<String> tables = new LinkedHashSet<>();
        for (BoundTable table : bound.tables()) {
            tables.add(table.table().name());
        }
        return new PlannedTree(bound.parsed(), kind.kind(), List.copyOf(tables));
    }

    /** What rules are told of a statement. */
    record PlannedTree(ParsedSql parsed, StatementKind kind, List<String> logicTables) implements PlannedStatement {
        @Override
        public boolean has(StatementPart part) {
            return StatementParts.has(parsed, part);
        }
    }

    private @Nullable ShardingException ofTable(String name, SourcePositions positions, Node place, String found) {
        return ofTable(name, positions.line(place.span()), positions.column(place.span()), found);
    }

    private boolean isPartitioned(String name) {
        LogicTable table = tools.rules().table(name);
        return table != null && table.isPartitioned();
    }

    /** The refusal of what was found, where there is more than one table of the name; else null. */
    private @Nullable ShardingException ofTable(String name, int line, int column, String found) {
        LogicTable table = tools.rules().table(name);
        if (table != null && !table.isPinned()) {
            String kind = table.match(partitioned -> "sharded", replicated -> "broadcast", pinned -> "single");
            return new ShardingException(
                    ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE, line, column, found, kind, table.name());
        }
        return tools.rules().columns(name).isEmpty()
                ? null
                : new ShardingException(
                        ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE, line, column, found, "transformed", name);
    }
}
