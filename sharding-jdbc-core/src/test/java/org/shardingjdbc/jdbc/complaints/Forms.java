package org.shardingjdbc.jdbc.complaints;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.ComparedStatement;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/**
 * Sends each statement of a complaint in its forms to the plain and to the sharded database: prepared with its
 * parameters, prepared with literals in their places, and as plain text. All forms run, whatever fails; {@link #close}
 * tells of the failures. One per test, not safe for use by several threads.
 */
final class Forms implements AutoCloseable {
    private final DatabaseKind kind;
    private final PlainAndSharded both;
    private final List<String> failures = new ArrayList<>();
    private int statements;

    Forms(ComplaintShards shards) {
        this.kind = shards.kind();
        this.both = shards.both();
    }

    DatabaseKind kind() {
        return kind;
    }

    boolean on(DatabaseKind... kinds) {
        return List.of(kinds).contains(kind);
    }

    boolean mySqlFamily() {
        return on(DatabaseKind.MARIADB, DatabaseKind.MYSQL);
    }

    /** The two connections, for what these forms do not cover. */
    PlainAndSharded both() {
        return both;
    }

    /** A query whose rows come in any order. */
    Forms rows(String sql, Object... parameters) {
        return each(sql, parameters, comparison -> comparison.bag().agree());
    }

    /** A query whose ORDER BY is total. */
    Forms list(String sql, Object... parameters) {
        return each(sql, parameters, comparison -> comparison.ordered().agree());
    }

    /** A query whose ORDER BY leaves ties, which may come in any order. */
    Forms listBy(String label, String sql, Object... parameters) {
        return each(sql, parameters, comparison -> comparison.orderedBy(label).agree());
    }

    /** Writes, compares the counts and the whole table, and rolls back. */
    Forms write(String table, String sql, Object... parameters) {
        return each(sql, parameters, comparison -> {
            try {
                both.begin();
                try {
                    comparison.agree();
                    both.query("SELECT * FROM " + table).bag().agree();
                } finally {
                    both.rollback();
                }
            } catch (SQLException e) {
                throw new AssertionError("The transaction failed", e);
            }
        });
    }

    /** The sharded side refuses it with that code. */
    Forms refused(String code, String sql, Object... parameters) {
        return each(sql, parameters, comparison -> comparison.isRefused(code));
    }

    /** Both sides answer alike, or both fail. */
    Forms sameOutcome(String sql) {
        return each(sql, new Object[0], comparison -> comparison.bag().sameOutcome());
    }

    private Forms each(String sql, Object[] parameters, Check check) {
        if (parameters.length > 0) {
            attempt("prepared", both.query(sql, parameters), check);
        }
        String literal = inlined(sql, parameters);
        attempt("prepared literal", both.query(literal).prepared(), check);
        attempt("literal", both.query(literal), check);
        return this;
    }

    private void attempt(String form, ComparedStatement comparison, Check check) {
        statements++;
        try {
            check.on(comparison);
        } catch (AssertionError e) {
            failures.add(form + ": " + e.getMessage() + (e.getCause() == null ? "" : "\n  cause: " + e.getCause()));
        }
    }

    /**
     * The text with a literal in the place of each parameter; the texts of these tests have no other question marks.
     */
    static String inlined(String sql, Object... parameters) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < sql.length(); i++) {
            if (sql.charAt(i) == '?') {
                text.append(literal(parameters[next++]));
            } else {
                text.append(sql.charAt(i));
            }
        }
        if (next != parameters.length) {
            throw new IllegalArgumentException(parameters.length + " parameters for: " + sql);
        }
        return text.toString();
    }

    private static String literal(Object value) {
        if (value == null || value instanceof Number && !(value instanceof BigDecimal)) {
            return String.valueOf(value);
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Date date) {
            return "DATE '" + date + "'";
        }
        return "'" + value.toString().replace("'", "''") + "'";
    }

    /** @throws AssertionError with all that failed, or when nothing was run */
    @Override
    public void close() throws SQLException {
        both.close();
        if (!failures.isEmpty()) {
            throw new AssertionError(
                    failures.size() + " of " + statements + " on " + kind + "\n\n" + String.join("\n\n", failures));
        }
        if (statements == 0) {
            throw new AssertionError("No statement was compared");
        }
    }

    /** What is asserted of one form. */
    private interface Check {
        void on(ComparedStatement comparison);
    }
}
