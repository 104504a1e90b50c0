package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.session.transaction.SessionSide;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Sides;

/**
 * Executes the application's statements on the side that a rule chooses, where one chooses. Steps are on the side of
 * their statement. Stateless.
 */
public final class SideExecution {
    private SideExecution() {}

    /** An execution on a side. */
    @FunctionalInterface
    public interface Execution<T> {
        T run() throws SQLException;
    }

    /** Whether executions of a plan need a side. */
    public static boolean concerns(LogicStatement statement, ShardPlan plan) {
        return plan.rules().sides().areThere() && !statement.session().side().isRunning();
    }

    /**
     * The side of an execution; {@link Side#ANY} where it needs none.
     *
     * @throws ShardingException when a rule refuses it
     */
    public static Side of(LogicStatement statement, ShardPlan plan, Object[] values) {
        Side said = concerns(statement, plan) ? plan.side(values, statement.hints()) : Side.ANY;
        if (said == Side.BOTH && plan.statementClass() != StatementClass.DEFINITION) {
            throw plan.rules().sides().refusal("only a definition runs on both sides; rows are on one");
        }
        return said == Side.ANY && plan.rules().ofLast()
                ? statement.session().side().ofLast()
                : said;
    }

    /** Executes on a side. A definition for both sides runs on production last, so that a failure comes before that. */
    public static <T> T run(LogicStatement statement, ShardPlan plan, Side said, Execution<T> execution)
            throws SQLException {
        if (!concerns(statement, plan)) {
            return execution.run();
        }
        if (said != Side.BOTH) {
            return on(said, statement, plan, execution);
        }
        statement
                .session()
                .side()
                .requireBoth(
                        plan.rules().sides(), statement.session().transactions().isOpen());
        on(Sides.firstOfBoth(), statement, plan, execution);
        statement.results().closeToGoOn();
        try {
            return on(Side.PRODUCTION, statement, plan, execution);
        } catch (SQLException e) {
            throw incomplete(e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
        } catch (ShardingException e) {
            throw incomplete(e.getMessage(), e.code().sqlState(), e.code().number(), e);
        }
    }

    private static SQLException incomplete(@Nullable String message, String sqlState, int number, Exception cause) {
        String told = new ShardingException(
                        ErrorCode.DEFINITION_INCOMPLETE,
                        Sides.words(Sides.firstOfBoth()),
                        Sides.words(Side.PRODUCTION),
                        "none",
                        message)
                .getMessage();
        return new SQLException(told, sqlState, number, cause);
    }

    private static <T> T on(Side said, LogicStatement statement, ShardPlan plan, Execution<T> execution)
            throws SQLException {
        SessionSide side = statement.session().side();
        side.begins(said, plan.rules().sides());
        try {
            return execution.run();
        } finally {
            side.ends();
        }
    }
}
