package org.shardingjdbc.proxy.internal.authority;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * Which statements only read, by their trees. What functions do is not seen in a tree: of these the databases decide,
 * in a session that was told to be read-only, and that no statement which passes here makes one that writes again.
 * Stateless.
 */
final class ReadingStatements {
    /** By which a session would become another one, besides those that say whether it only reads. */
    private static final Set<String> IDENTITIES = Set.of(
            "transaction_read_only",
            "role",
            "session_authorization",
            "session authorization",
            "all",
            "session_replication_role");

    private static final String SETTING_FUNCTION = "set_config";

    private final Dialect dialect;
    private final Set<String> settings;

    ReadingStatements(Dialect dialect) {
        this.dialect = dialect;
        this.settings = dialect.sessions().readOnlySettings();
    }

    /** What keeps the statement from only reading, in words; null when it only reads. */
    @Nullable
    String whyNot(Statement statement) {
        Visit visit = new Visit();
        Nodes.forEach(statement, visit::node);
        return visit.found;
    }

    /** Keeps what it finds first. */
    private final class Visit implements StatementVisitor {
        @Nullable
        String found;

        void node(Node node) {
            if (node instanceof Statement statement) {
                statement.accept(this);
            } else if (node instanceof Query query && !query.locking().isEmpty()) {
                refuse("SELECT FOR " + query.locking().get(0).strength());
            } else if (node instanceof Select select && select.into() != null) {
                if (select.into().variables().isEmpty()) {
                    refuse("SELECT INTO");
                }
            } else if (node instanceof FunctionCall call
                    && call.name().last().text().equalsIgnoreCase(SETTING_FUNCTION)) {
                refuse(SETTING_FUNCTION);
            }
        }

        private String firstWord(String text) {
            SqlLexer lexer = new SqlLexer(text, dialect, null, null);
            return lexer.next() && lexer.word() ? text.substring(lexer.start(), lexer.stop()) : "";
        }

        private void refuse(String what) {
            if (found == null) {
                found = what;
            }
        }

        @Override
        public void visit(QueryStatement queryStatement) {
            // its parts decide
        }

        @Override
        public void visit(InsertStatement insertStatement) {
            refuse("INSERT");
        }

        @Override
        public void visit(UpdateStatement updateStatement) {
            refuse("UPDATE");
        }

        @Override
        public void visit(DeleteStatement deleteStatement) {
            refuse("DELETE");
        }

        @Override
        public void visit(MergeStatement mergeStatement) {
            refuse("MERGE");
        }

        @Override
        public void visit(DdlStatement ddlStatement) {
            refuse(ddlStatement.kind().name().replace('_', ' '));
        }

        @Override
        public void visit(TransactionStatement transactionStatement) {
            if (Boolean.FALSE.equals(transactionStatement.readOnly())) {
                refuse("a transaction that is READ WRITE");
            }
        }

        @Override
        public void visit(SetStatement setStatement) {
            if (setStatement.scope() == SetScope.GLOBAL) {
                refuse("SET GLOBAL");
            }
            for (SetAssignment each : setStatement.assignments()) {
                String name = each.name().toLowerCase(Locale.ROOT);
                if (settings.contains(name) || IDENTITIES.contains(name)) {
                    refuse("a change of the setting " + name);
                }
            }
            if (setStatement.assignments().isEmpty()) {
                refuse(setStatement.reset() ? "RESET" : "SET of something unknown");
            }
        }

        @Override
        public void visit(StatementWithSettings statementWithSettings) {
            // its parts decide
        }

        @Override
        public void visit(ShowStatement showStatement) {
            // shows
        }

        @Override
        public void visit(UseStatement useStatement) {
            // moves
        }

        @Override
        public void visit(ExplainStatement explainStatement) {
            // what it would do is refused as if it did
        }

        @Override
        public void visit(OtherStatement otherStatement) {
            switch (otherStatement.kind()) {
                case UNLOCK_TABLES, KILL, CURSOR, HANDLER, LISTEN -> {
                    // read, or are the session's own
                }
                case PREPARE -> {
                    if (!firstWord(otherStatement.text()).equalsIgnoreCase("DEALLOCATE")) {
                        refuse("PREPARE and EXECUTE as statements");
                    }
                }
                case CALL, LOCK_TABLES, LOAD_DATA, COPY, DO, FLUSH_LOCKS, UTILITY ->
                    refuse(
                            otherStatement.kind() == OtherStatement.OtherKind.UTILITY
                                    ? "a statement of which it is not known that it only reads"
                                    : otherStatement.kind().name().replace('_', ' '));
            }
        }

        @Override
        public void visit(UnparsedStatement unparsedStatement) {
            refuse("a statement that the parser does not know");
        }
    }
}
