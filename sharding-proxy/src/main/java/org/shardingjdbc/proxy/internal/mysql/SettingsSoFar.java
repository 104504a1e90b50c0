package org.shardingjdbc.proxy.internal.mysql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement.TransactionKind;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a client has set in its session, to be set again in the other logic databases to which it goes, as each has a
 * session of the library of its own. Not thread-safe; one per session.
 */
final class SettingsSoFar {
    private static final Logger LOG = LoggerFactory.getLogger(SettingsSoFar.class);
    private static final String TRANSACTIONS = "SET SESSION TRANSACTION";

    /** Whether there are others to go to. */
    private final boolean several;
    /** Statements by what they set, the one that was said last being the last. */
    private final Map<String, String> statements = new LinkedHashMap<>();
    /** What was done that cannot be done again elsewhere, in words; null for nothing. */
    private @Nullable String bound;

    private int version;

    SettingsSoFar(boolean several) {
        this.several = several;
    }

    void forget() {
        statements.clear();
        bound = null;
        version++;
    }

    /** Why the session cannot go to another logic database, in words; null where it can. */
    @Nullable
    String bound() {
        return bound;
    }

    /** From now on the session cannot go to another logic database. */
    void bind(String what) {
        bound = what;
    }

    /** A SET was executed there, and the client has been told so. */
    void note(SessionDatabase at, SetStatement set) {
        if (!several) {
            return;
        }
        if (set.scope() == SetScope.USER) {
            bind("user variables");
        } else if (set.scope() == SetScope.SESSION) {
            for (SetAssignment each : set.assignments()) {
                note(at, set, each);
            }
            at.follows(version);
        }
    }

    private void note(SessionDatabase at, SetStatement set, SetAssignment each) {
        String statement;
        try {
            statement = isConstant(each.value().strip())
                    ? new SqlPrinter(at.dialect())
                            .print(new SetStatement(set.span(), set.scope(), List.of(each), set.reset()))
                    : asItIs(at, each.name());
        } catch (SQLException e) {
            LOG.debug("The value of a setting could not be read", e);
            statement = null;
        }
        if (statement == null) {
            bind("a value of " + each.name() + " that was computed");
        } else {
            put(each.name(), statement);
        }
    }

    private void put(String what, String statement) {
        statements.remove(what);
        statements.put(what, statement);
        version++;
    }

    /** A number, a word, or a string without quotes and escapes. */
    private static boolean isConstant(String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '\'' || value.charAt(0) == '"')
                && value.charAt(value.length() - 1) == value.charAt(0);
        for (int i = quoted ? 1 : 0; i < value.length() - (quoted ? 1 : 0); i++) {
            char c = value.charAt(i);
            boolean plain = quoted
                    ? c != '\'' && c != '"' && c != '\\'
                    : Character.isLetterOrDigit(c) || c == '_' || c == '.' || i == 0 && c == '-';
            if (!plain) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    /** A SET of the value that the setting has now; null where it cannot be told. */
    private static @Nullable String asItIs(SessionDatabase at, String name) throws SQLException {
        if (!isConstant(name) || name.charAt(0) == '"') {
            return null;
        }
        try (Statement statement = at.connection().createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@session." + name)) {
            Object value = rows.next() ? rows.getObject(1) : null;
            if (value instanceof Number || value instanceof Boolean) {
                return "SET " + name + " = " + value;
            }
            String text = value instanceof String known ? '\'' + known + '\'' : "";
            return isConstant(text) ? "SET " + name + " = " + text : null;
        }
    }

    /** A SET TRANSACTION was executed there. */
    void note(SessionDatabase at, TransactionStatement set) {
        if (!several || set.kind() != TransactionKind.SET_TRANSACTION) {
            return;
        }
        if (!set.session()) {
            bind("SET TRANSACTION for the next transaction");
            return;
        }
        if (set.isolation() != null) {
            put(TRANSACTIONS + " ISOLATION", TRANSACTIONS + " ISOLATION LEVEL " + set.isolation());
        }
        if (set.readOnly() != null) {
            put(TRANSACTIONS + " READ", TRANSACTIONS + " READ " + (set.readOnly() ? "ONLY" : "WRITE"));
        }
        at.follows(version);
    }

    /** Sets all there that was set elsewhere since the session was there last. */
    void follow(SessionDatabase at) throws SQLException {
        if (at.followed() == version) {
            return;
        }
        for (String each : statements.values()) {
            try (Statement statement = at.connection().createStatement()) {
                statement.execute(each);
            }
        }
        at.follows(version);
    }
}
