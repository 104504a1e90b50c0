package org.shardingjdbc.testkit.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** One statement to be sent to both sides of a {@link PlainAndSharded}, and how its answers are compared. */
public final class ComparedStatement {
    private final PlainAndSharded both;
    private final String sql;
    private final List<Object> parameters;
    private RowOrder order = new RowOrder.Bag();
    private boolean types = true;
    private boolean exactTypes;
    private Tolerance tolerance = Tolerance.NONE;
    private boolean prepared;
    private boolean keys;
    private boolean mayBeUnknown;

    ComparedStatement(PlainAndSharded both, String sql, List<Object> parameters) {
        this.both = both;
        this.sql = sql;
        this.parameters = parameters;
    }

    /** The rows come in the same order: for a total ORDER BY. */
    public ComparedStatement ordered() {
        return order(new RowOrder.Ordered());
    }

    /** The rows come in any order. */
    public ComparedStatement bag() {
        return order(new RowOrder.Bag());
    }

    /** The rows come in the order of these columns; rows of equal values in any order among them. */
    public ComparedStatement orderedBy(String... labels) {
        return order(new RowOrder.By(List.of(labels)));
    }

    ComparedStatement order(RowOrder rowOrder) {
        order = rowOrder;
        return this;
    }

    /** Precision, scale and nullability of the columns are compared as well. */
    public ComparedStatement exactTypes() {
        exactTypes = true;
        return this;
    }

    /** Column types are not compared; for known differences. */
    public ComparedStatement anyTypes() {
        types = false;
        return this;
    }

    /** Numbers with a fraction may differ by one part in 10^9, because they were added in another order. */
    public ComparedStatement approximate() {
        tolerance = Tolerance.FRACTIONS;
        return this;
    }

    /** A PreparedStatement is used even without parameters. */
    public ComparedStatement prepared() {
        prepared = true;
        return this;
    }

    /** The generated keys are asked for and compared, in order. */
    public ComparedStatement withGeneratedKeys() {
        keys = true;
        return this;
    }

    /** Both sides may fail because the plain database does not understand the statement (SQLSTATE 42...). */
    ComparedStatement whereUnderstood() {
        mayBeUnknown = true;
        return this;
    }

    /**
     * Sends the statement to both sides.
     *
     * @throws AssertionError when the answers differ, or when one side or both fail
     */
    public void agree() {
        Outcome plain = run(plain());
        Outcome sharded = run(sharded());
        String difference = new Difference(order, types, exactTypes, tolerance).between(plain, sharded);
        if (difference != null) {
            throw failure(difference, sharded);
        }
        if (plain instanceof Outcome.Failure failure && !(mayBeUnknown && isUnknown(failure))) {
            throw failure("both sides fail; plain: " + failure.exception(), sharded);
        }
    }

    private static boolean isUnknown(Outcome.Failure failure) {
        String state = failure.exception().getSQLState();
        return state != null && state.startsWith("42");
    }

    /**
     * Sends the statement to both sides: they answer alike, or both fail.
     *
     * @throws AssertionError when the answers differ, or when only one side fails
     */
    public void sameOutcome() {
        Outcome plain = run(plain());
        Outcome sharded = run(sharded());
        String difference = new Difference(order, types, exactTypes, tolerance).between(plain, sharded);
        if (difference != null) {
            throw failure(difference, sharded);
        }
    }

    /**
     * Sends the statement to both sides, where it must fail.
     *
     * @throws AssertionError when it does not fail on one of them
     */
    public void bothFail() {
        Outcome plain = run(plain());
        Outcome sharded = run(sharded());
        if (!(plain instanceof Outcome.Failure)) {
            throw failure("the plain database accepts it", sharded);
        }
        if (!(sharded instanceof Outcome.Failure)) {
            throw failure("the sharded database accepts it", sharded);
        }
    }

    /**
     * Sends the statement to the sharded side only, which must refuse it.
     *
     * @param code what the message must start with, such as {@code SHD-2004}
     * @throws AssertionError when it does not
     */
    public void isRefused(String code) {
        Outcome sharded = run(sharded());
        if (!(sharded instanceof Outcome.Failure failure)) {
            throw failure("it is not refused", sharded);
        }
        String message = failure.exception().getMessage();
        if (message == null || !message.startsWith(code)) {
            throw failure("it fails, but not with " + code + ": " + failure.exception(), sharded);
        }
    }

    /**
     * Sends the statement to the plain side, and to the other one unless that fails; neither types nor last digits
     * count.
     */
    ComparedOutcome tried(String title) {
        Outcome plain = run(plain());
        if (plain instanceof Outcome.Failure) {
            return new ComparedOutcome(title, sql, plain, null, null);
        }
        Outcome sharded = run(sharded());
        String difference = new Difference(order, false, false, Tolerance.FRACTIONS).between(plain, sharded);
        return new ComparedOutcome(title, sql, plain, sharded, difference);
    }

    private Outcome run(Connection connection) {
        return Outcomes.of(connection, sql, parameters, prepared, keys);
    }

    private Connection plain() {
        try {
            return both.plain();
        } catch (SQLException e) {
            throw new AssertionError("No connection to the plain database", e);
        }
    }

    private Connection sharded() {
        try {
            return both.sharded();
        } catch (SQLException e) {
            throw new AssertionError("No connection to the sharded database", e);
        }
    }

    private AssertionError failure(String difference, Outcome sharded) {
        StringBuilder message =
                new StringBuilder(difference).append("\n  SQL: ").append(sql);
        if (!parameters.isEmpty()) {
            message.append("\n  parameters: ").append(parameters);
        }
        message.append(plan());
        AssertionError error = new AssertionError(message.toString());
        if (sharded instanceof Outcome.Failure failure) {
            error.initCause(failure.exception());
        }
        return error;
    }

    /** How the statement was sharded, as far as the sharded side explains it. */
    private String plan() {
        Outcome explained = Outcomes.of(sharded(), "EXPLAIN SHARDING " + sql, parameters, prepared, false);
        if (!(explained instanceof Outcome.Rows rows)) {
            return "";
        }
        StringBuilder text = new StringBuilder("\n  plan:");
        for (List<Object> row : rows.rows()) {
            text.append("\n    ").append(row);
        }
        return text.toString();
    }
}
