package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.Set;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;

/** The words by which statements begin; by another one, no server takes it. */
final class KnownCommands {
    private static final Set<String> WORDS = Set.of(
            "ABORT",
            "ALTER",
            "ANALYSE",
            "ANALYZE",
            "BEGIN",
            "CALL",
            "CHECKPOINT",
            "CLOSE",
            "CLUSTER",
            "COMMENT",
            "COMMIT",
            "COPY",
            "CREATE",
            "DEALLOCATE",
            "DECLARE",
            "DELETE",
            "DISCARD",
            "DO",
            "DROP",
            "END",
            "EXECUTE",
            "EXPLAIN",
            "FETCH",
            "GRANT",
            "IMPORT",
            "INSERT",
            "LISTEN",
            "LOAD",
            "LOCK",
            "MERGE",
            "MOVE",
            "NOTIFY",
            "PREPARE",
            "REASSIGN",
            "REFRESH",
            "REINDEX",
            "RELEASE",
            "REPACK",
            "RESET",
            "REVOKE",
            "ROLLBACK",
            "SAVEPOINT",
            "SECURITY",
            "SELECT",
            "SET",
            "SHOW",
            "START",
            "TABLE",
            "TRUNCATE",
            "UNLISTEN",
            "UPDATE",
            "VACUUM",
            "VALUES",
            "WAIT",
            "WITH");

    private KnownCommands() {}

    /** @throws SQLException when a statement that the parser does not know begins by a word that no command has */
    static void require(ClientCommand command) throws SQLException {
        if (!(command.tree() instanceof UnparsedStatement)) {
            return;
        }
        String first = command.firstWord();
        if (!first.isEmpty() && !WORDS.contains(first)) {
            throw new SQLException("syntax error at or near \"" + first + "\"", "42601");
        }
    }
}
