package org.shardingjdbc.plan.internal.setting;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.syntax.Functions;

/**
 * Says what leaves something behind on the one connection that it runs on: statements of this session on other
 * connections would not see it, and the next user of the connection would. Stateless.
 */
public final class SessionObstacles {
    private static final String ONE_CONNECTION =
            "it would reach the connection of one data source only, and statements on others would not see it; use SET";
    private static final String ONE_BRANCH =
            "it would reach one data source of the transaction only; write it as docs/sql-support.md does, with a name that"
                    + " is no word of SQL";
    private static final String NOT_SEEN =
            "what it does to the connection of one data source, which others get next, is not known; ";
    private static final String LEFT_BEHIND =
            "it would stay on the connection of one data source, for whoever gets that next; use ";
    private static final String BESIDE = "a connection of that data source that is not of its pool";
    private static final String LOCKS_WITH_TABLES =
            "a lock excludes others only where all ask the same data source; take it in a statement without tables";

    private SessionObstacles() {}

    /**
     * Why a statement is refused that is of that kind.
     *
     * @param dataSources how many there are
     * @return null when it leaves nothing behind
     */
    public static @Nullable ShardingException refusal(ParsedSql parsed, Dialect dialect, int dataSources) {
        Statement statement = parsed.statement();
        boolean tables = parsed.analysis().has(NamedTable.class);
        for (FunctionCall call : parsed.analysis().all(FunctionCall.class)) {
            if (Functions.changesSession(call)) {
                return refusal(Functions.name(call), ONE_CONNECTION);
            }
            boolean lock = Functions.isSessionLock(call) || Functions.isTransactionLock(call);
            if (lock && tables && dataSources > 1) {
                return refusal(Functions.name(call), LOCKS_WITH_TABLES);
            }
        }
        ShardingException ofVariables = dataSources > 1 ? ofVariables(parsed) : null;
        if (ofVariables != null) {
            return ofVariables;
        }
        for (UpdateStatement update : parsed.analysis().all(UpdateStatement.class)) {
            for (TableReference target : update.targets()) {
                if (target instanceof NamedTable table
                        && dialect.sessions()
                                .settingViews()
                                .contains(table.name().last().text().toLowerCase(Locale.ROOT))) {
                    return refusal("UPDATE of " + table.name().last().text(), ONE_CONNECTION);
                }
            }
        }
        if (statement instanceof OtherStatement other) {
            return ofOther(parsed, other, dialect);
        }
        if (statement instanceof UnparsedStatement unparsed) {
            ShardingException ofTransaction = dataSources > 1 ? ofTransaction(parsed, unparsed) : null;
            return ofTransaction == null ? ofUnparsed(parsed, unparsed, dialect) : ofTransaction;
        }
        return null;
    }

    /**
     * A user variable may count within a statement that reads a table; one that is set for later statements is refused.
     */
    private static @Nullable ShardingException ofVariables(ParsedSql parsed) {
        boolean reads = parsed.analysis().has(NamedTable.class);
        for (Operation operation : parsed.analysis().all(Operation.class)) {
            if (!reads && operation.operator().equals(Operation.ASSIGNMENT)) {
                return refusal(":=", ONE_CONNECTION);
            }
        }
        for (Select select : parsed.analysis().all(Select.class)) {
            if (select.into() != null && !select.into().variables().isEmpty()) {
                return refusal("INTO", ONE_CONNECTION);
            }
        }
        return null;
    }

    private static @Nullable ShardingException ofOther(ParsedSql parsed, OtherStatement other, Dialect dialect) {
        String word = firstWord(parsed);
        if (other.kind() == OtherKind.PREPARE) {
            return refusal(word, LEFT_BEHIND + "PreparedStatement");
        }
        if (other.kind() == OtherKind.LOCK_TABLES && dialect.sessions().locksTablesForSession()) {
            return refusal(
                    "LOCK TABLES", LEFT_BEHIND + "a transaction (dumps are written without it by --skip-add-locks)");
        }
        if (other.kind() == OtherKind.FLUSH_LOCKS) {
            return refusal(word + " with a lock", LEFT_BEHIND + BESIDE);
        }
        if (other.kind() == OtherKind.UTILITY && word.equals("DISCARD")) {
            return refusal(word, "what the connection is set to would be lost without its knowing; close it instead");
        }
        if (other.kind() == OtherKind.DO) {
            return ofBlock(parsed, dialect);
        }
        return ofForm(parsed, word, dialect);
    }

    /** What runs a block of code may do in it what stays. */
    private static @Nullable ShardingException ofBlock(ParsedSql parsed, Dialect dialect) {
        String language = dialect.sessions().blockLanguage();
        BlockBody.Left left = language == null
                ? null
                : BlockBody.leaves(parsed.statement().span().of(parsed.sql()), language, dialect);
        if (left == null) {
            return null;
        }
        String why = left.instead() == null ? ONE_CONNECTION : NOT_SEEN + left.instead();
        return refusal(left.what() + " in DO", why);
    }

    /** A statement that no table decides, by its words. */
    private static @Nullable ShardingException ofForm(ParsedSql parsed, String word, Dialect dialect) {
        Tokens tokens = Tokens.ofMaybe(parsed.statement().span().of(parsed.sql()), dialect);
        if (tokens == null) {
            return null;
        }
        List<Span> spans = tokens.spans();
        String second = spans.size() < 2 ? "" : spans.get(1).of(tokens.sql()).toUpperCase(Locale.ROOT);
        return dialect.sessions().staysOnConnection(word, second)
                ? refusal((word + " " + second).trim(), LEFT_BEHIND + BESIDE)
                : null;
    }

    /** What marks or ends a transaction would do so on one of its branches. */
    private static @Nullable ShardingException ofTransaction(ParsedSql parsed, UnparsedStatement unparsed) {
        String word = firstWord(parsed);
        boolean marks =
                switch (word) {
                    case "SAVEPOINT", "RELEASE" -> true;
                    case "START" -> mentions(unparsed, "transaction");
                    // COMMIT PREPARED, COMMIT TRANSACTION and a name: what a coordinator prepared in one database
                    case "COMMIT", "ROLLBACK", "ABORT", "END" ->
                        mentions(unparsed, "savepoint")
                                || !mentions(unparsed, "prepared") && !mentions(unparsed, "transaction");
                    default -> false;
                };
        return marks ? refusal(word + " in a form that is not understood", ONE_BRANCH) : null;
    }

    private static @Nullable ShardingException ofUnparsed(
            ParsedSql parsed, UnparsedStatement unparsed, Dialect dialect) {
        String word = firstWord(parsed);
        return switch (word) {
            case "PREPARE" -> refusal(word, LEFT_BEHIND + "PreparedStatement");
            case "LOAD" ->
                dialect.sessions().loadsLibraries() ? refusal(word, LEFT_BEHIND + "the settings of the server") : null;
            case "BEGIN" -> refusal(word + " of a block", LEFT_BEHIND + "its statements one by one");
            case "DO" -> ofBlock(parsed, dialect);
            case "SET" -> refusal(word, LEFT_BEHIND + "a SET that docs/sql-support.md lists");
            case "FLUSH" ->
                mentions(unparsed, "lock") || mentions(unparsed, "export")
                        ? refusal(word + " with a lock", LEFT_BEHIND + BESIDE)
                        : null;
            case "DECLARE" ->
                mentions(unparsed, "hold") ? refusal("DECLARE ... WITH HOLD", LEFT_BEHIND + "a fetch size") : null;
            default -> ofForm(parsed, word, dialect);
        };
    }

    /** The first word of the statement in upper case. */
    private static String firstWord(ParsedSql parsed) {
        String text = parsed.statement().span().of(parsed.sql());
        int end = 0;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end).toUpperCase(Locale.ROOT);
    }

    private static boolean mentions(UnparsedStatement statement, String word) {
        return statement.mentionedNames().stream()
                .anyMatch(name -> name.last().text().equalsIgnoreCase(word));
    }

    private static ShardingException refusal(String what, String reason) {
        return new ShardingException(ErrorCode.SETTING_REFUSED, what, reason);
    }
}
