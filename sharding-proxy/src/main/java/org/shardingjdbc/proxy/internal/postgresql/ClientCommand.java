package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * A text of one statement, and what the session has to know of it. Immutable.
 *
 * @param sql as the library is given it
 * @param tree what was read of it
 * @param tag how the client is told that it is done
 * @param shown as others may see it
 * @param deallocation where it forgets what was prepared; else null
 * @param copy what a COPY says; null for all others
 * @param cursor what DECLARE, FETCH, MOVE or CLOSE says; null for all others
 * @param query whose rows are copied or read by a cursor, where that is what the statement does
 */
record ClientCommand(
        String sql,
        Statement tree,
        CommandKind kind,
        CommandTag tag,
        String shown,
        @Nullable Deallocation deallocation,
        @Nullable CopyCommand copy,
        @Nullable CursorCommand cursor,
        @Nullable Statement query) {
    private static final String PASSWORD = "password";
    /** Tags of what pools send to give back what no session here has. */
    private static final Set<String> ENDS_OF_NOTHING = Set.of("UNLISTEN");

    /**
     * What DEALLOCATE says.
     *
     * @param name of one statement; of no meaning for all
     */
    record Deallocation(String name, boolean all) {
        /** Null where the text is none. */
        private static @Nullable Deallocation of(String sql, Dialect dialect) {
            SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
            if (!lexer.next() || !word(sql, lexer).equals("deallocate") || !lexer.next()) {
                return null;
            }
            if (lexer.word() && word(sql, lexer).equals("prepare") && !lexer.next()) {
                return null;
            }
            String name = word(sql, lexer);
            if (lexer.word()) {
                return new Deallocation(name, name.equals("all"));
            }
            boolean quoted = name.length() > 2 && name.startsWith("\"");
            String written = sql.substring(lexer.start(), lexer.stop());
            return quoted
                    ? new Deallocation(
                            written.substring(1, written.length() - 1).replace("\"\"", "\""), false)
                    : null;
        }

        private static String word(String sql, SqlLexer lexer) {
            return sql.substring(lexer.start(), lexer.stop()).toLowerCase(Locale.ROOT);
        }
    }

    /**
     * @throws ShardingException when it has more than one statement, or a part of it has no end
     * @throws SQLException when it is of a kind that the session answers, and makes no sense
     */
    static ClientCommand plain(SqlParser parser, String sql) throws SQLException {
        return of(parser, sql, parser.parsePlain(sql).statement(), false);
    }

    /** One with question marks for its parameters. */
    static ClientCommand prepared(SqlParser parser, String sql) throws SQLException {
        return of(parser, sql, parser.parse(sql).statement(), true);
    }

    private static ClientCommand of(SqlParser parser, String sql, Statement tree, boolean prepared)
            throws SQLException {
        CommandTag tag = CommandTag.of(tree, sql, parser.dialect());
        CopyCommand copy = tag.words().equals("COPY") ? CopyCommand.of(sql, parser.dialect()) : null;
        CommandKind other = tag.words().equals("DISCARD ALL") ? CommandKind.DISCARD_ALL : kind(tree, tag);
        CommandKind known = ENDS_OF_NOTHING.contains(tag.words()) ? CommandKind.NOTHING : other;
        CursorCommand cursor =
                switch (tag.words()) {
                    case "DECLARE CURSOR", "FETCH", "MOVE", "CLOSE CURSOR", "CLOSE CURSOR ALL" ->
                        CursorCommand.of(sql, parser.dialect());
                    default -> null;
                };
        CommandKind kind = cursor != null ? CommandKind.CURSOR : copy == null ? known : CommandKind.COPY;
        if (isPositioned(parser, sql, tree, tag)) {
            kind = CommandKind.POSITIONED;
        }
        return new ClientCommand(
                sql,
                tree,
                kind,
                tag,
                mayHoldPassword(tree, sql) ? tag.words() + " ... (it may hold a password)" : sql,
                kind == CommandKind.PREPARE ? Deallocation.of(sql, parser.dialect()) : null,
                copy,
                cursor,
                query(parser, prepared, copy, cursor));
    }

    private static boolean isPositioned(SqlParser parser, String sql, Statement tree, CommandTag tag) {
        return tree instanceof UnparsedStatement
                && (tag.words().equals("UPDATE") || tag.words().equals("DELETE"))
                && new SqlWords(sql, parser.dialect()).contains("WHERE", "CURRENT", "OF");
    }

    private static @Nullable Statement query(
            SqlParser parser, boolean prepared, @Nullable CopyCommand copy, @Nullable CursorCommand cursor) {
        if (cursor != null) {
            if (cursor.query().isEmpty()) {
                return null;
            }
            return (prepared ? parser.parse(cursor.query()) : parser.parsePlain(cursor.query())).statement();
        }
        if (copy == null || copy.from() || copy.place() != null) {
            return null;
        }
        return parser.parsePlain(copy.query().isEmpty() ? "SELECT * FROM " + copy.table() : copy.query())
                .statement();
    }

    /** Whether it is RESET ALL. */
    boolean resetsAll() {
        return tree instanceof SetStatement set
                && set.reset()
                && set.assignments().size() == 1
                && set.assignments().get(0).name().equalsIgnoreCase("all");
    }

    /** What a user must be allowed to do. */
    Statement granted() {
        return query == null ? tree : query;
    }

    /**
     * In upper case; empty where it begins by something else. The tag of what the parser does not know has it first.
     */
    String firstWord() {
        int space = tag.words().indexOf(' ');
        return space < 0 ? tag.words() : tag.words().substring(0, space);
    }

    /**
     * Whether it reads or changes rows, so that the session has to know no more of it than another one of its shape.
     */
    boolean isOfRows() {
        return tree instanceof QueryStatement
                || tree instanceof InsertStatement
                || tree instanceof UpdateStatement
                || tree instanceof DeleteStatement;
    }

    /** The same of a text that differs in literals only, of one that {@link #isOfRows}. */
    ClientCommand as(String other) {
        return new ClientCommand(other, tree, kind, tag, other, deallocation, copy, cursor, query);
    }

    /** Whether it is about accounts, or says PASSWORD and is none of rows, which may have a column of that name. */
    private static boolean mayHoldPassword(Statement tree, String sql) {
        if (tree instanceof QueryStatement
                || tree instanceof InsertStatement
                || tree instanceof UpdateStatement
                || tree instanceof DeleteStatement
                || tree instanceof TransactionStatement) {
            return false;
        }
        if (tree instanceof DdlStatement definition && definition.kind() == DdlStatement.DdlKind.ACCOUNT
                || tree instanceof UnparsedStatement unparsed
                        && unparsed.definition() == DdlStatement.DdlKind.ACCOUNT) {
            return true;
        }
        for (int i = 0; i + PASSWORD.length() <= sql.length(); i++) {
            if (sql.regionMatches(true, i, PASSWORD, 0, PASSWORD.length())) {
                return true;
            }
        }
        return false;
    }

    private static CommandKind kind(Statement tree, CommandTag tag) {
        if (tree instanceof TransactionStatement transaction) {
            return switch (transaction.kind()) {
                case BEGIN -> CommandKind.BEGIN;
                case COMMIT -> CommandKind.COMMIT;
                case ROLLBACK -> CommandKind.ROLLBACK;
                case ROLLBACK_TO_SAVEPOINT -> CommandKind.ROLLBACK_TO_SAVEPOINT;
                case SAVEPOINT, RELEASE_SAVEPOINT -> CommandKind.SAVEPOINT;
                case SET_TRANSACTION -> CommandKind.OTHER;
            };
        }
        if (tree instanceof SetStatement) {
            return CommandKind.SETTING;
        }
        if (tree instanceof OtherStatement other) {
            return switch (other.kind()) {
                case COPY -> CommandKind.COPY;
                case LISTEN -> CommandKind.LISTEN;
                case UTILITY -> tag.words().equals("NOTIFY") ? CommandKind.LISTEN : CommandKind.OTHER;
                case PREPARE -> CommandKind.PREPARE;
                case CURSOR -> CommandKind.CURSOR;
                default -> CommandKind.OTHER;
            };
        }
        return CommandKind.OTHER;
    }
}
