package org.shardingjdbc.proxy.internal.postgresql;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;

/**
 * A text of one statement, and what the session has to know of it. Immutable.
 *
 * @param sql as the library is given it
 * @param tree what was read of it
 * @param tag how the client is told that it is done
 */
record Command(String sql, Statement tree, CommandKind kind, CommandTag tag) {
    /** @throws ShardingException when it has more than one statement, or a part of it has no end */
    static Command plain(SqlParser parser, String sql) {
        return of(parser, sql, parser.parsePlain(sql).statement());
    }

    /** One with question marks for its parameters. */
    static Command prepared(SqlParser parser, String sql) {
        return of(parser, sql, parser.parse(sql).statement());
    }

    private static Command of(SqlParser parser, String sql, Statement tree) {
        return new Command(sql, tree, kind(tree), CommandTag.of(tree, sql, parser.dialect()));
    }

    private static CommandKind kind(Statement tree) {
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
                case PREPARE -> CommandKind.PREPARE;
                case CURSOR -> CommandKind.CURSOR;
                default -> CommandKind.OTHER;
            };
        }
        return CommandKind.OTHER;
    }
}
