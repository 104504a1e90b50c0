package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.shardingjdbc.engine.internal.error.SchemaErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Handles an execution that failed because somebody else, such as a migration or a second instance, has redefined its
 * tables. The definitions are read anew, and the statement is planned and executed again, before any of its results was
 * handed out. Nothing of the failed execution is left, or its transaction is lost and the statement is not tried again.
 * One per failure, used by one thread.
 */
public final class Redefinition {
    /** How often a statement is executed again, not counting waits. */
    private static final int MOST_ATTEMPTS = 6;
    /** On how many connections in turn a driver may find that a statement which it keeps is no longer valid. */
    private static final int MOST_CONNECTIONS = 100;
    /** How long to wait for actual tables that differ, while somebody alters one after the other. */
    private static final long LONGEST_WAIT_NANOS = 10_000_000_000L;
    /** The shortest pause between two attempts. */
    private static final long SHORTEST_PAUSE_MILLIS = 10;

    private static final long LONGEST_PAUSE_MILLIS = 100;

    private final LogicStatement statement;
    private final boolean first;
    private final boolean repeatable;
    /** When the wait began, by {@link System#nanoTime()}; 0 before it begins. */
    private long waitsSince;

    /**
     * @param first whether the transaction, if there is one, had not begun before the execution
     * @param repeatable whether the statement can be executed again: no parameter was consumed while it was set
     */
    public Redefinition(LogicStatement statement, boolean first, boolean repeatable) {
        this.statement = statement;
        this.first = first;
        this.repeatable = repeatable;
    }

    /** Executes a plan. */
    @FunctionalInterface
    public interface Execution {
        void of(DeployedPlan deployed) throws SQLException;
    }

    /** What a failure says of the tables. */
    private enum Kind {
        /** Nothing. */
        OTHER,
        /** The tables may have been redefined. */
        DEFINITIONS,
        /** The actual tables are not alike. */
        DIFFERENCE,
        /** A statement that a driver keeps was prepared for former tables. */
        KEPT_STATEMENT,
        /** The statement cannot be answered with the known definitions. */
        REFUSAL,
        /** Nothing: the configuration was replaced before anything was done. */
        VERSION
    }

    /**
     * Executes a statement again where its execution failed because tables were redefined.
     *
     * @param failed the plan whose execution had that failure
     * @param plan makes the current plan
     * @throws SQLException the failure, or that of the last execution; or either as a {@link ShardingException}
     * @throws org.shardingjdbc.route.internal.bind.PlanningWork.PlanningStoppedException when the statement was
     *     cancelled, or its time is over
     */
    public void executeAgain(DeployedPlan failed, Exception failure, Supplier<DeployedPlan> plan, Execution execution)
            throws SQLException {
        DeployedPlan deployed = failed;
        Exception last = failure;
        for (int attempt = 0; isWorthwhile(deployed, last, attempt); attempt++) {
            statement.results().closeToGoOn();
            // the second execution may end before its alarm rings, so the time is checked here
            statement.results().check();
            deployed = plan.get();
            try {
                execution.of(deployed);
                return;
            } catch (SQLException | ShardingException e) {
                last = e;
            }
        }
        if (last instanceof SQLException sql) {
            throw deployed.shielded(sql);
        }
        throw (ShardingException) last;
    }

    /** A batch failed, and is not executed again. Later plans get the present definitions. */
    public static void learn(DeployedPlan deployed, Exception failure) {
        if (deployed.plan() instanceof ShardPlan plan && kind(failure) != Kind.OTHER) {
            isStale(deployed, plan, kind(failure));
        }
    }

    private boolean isWorthwhile(DeployedPlan deployed, Exception failure, int attempt) {
        boolean written = statement.written();
        statement.written(false);
        Kind kind = written || !repeatable ? Kind.OTHER : kind(failure);
        if (kind == Kind.VERSION) {
            return true;
        }
        if (kind == Kind.OTHER || !(deployed.plan() instanceof ShardPlan plan) || !isRepeatable(plan)) {
            return false;
        }
        boolean stale = isStale(deployed, plan, kind);
        boolean worthwhile = kind == Kind.KEPT_STATEMENT && attempt < MOST_CONNECTIONS
                || stale && attempt < MOST_ATTEMPTS
                || kind == Kind.DIFFERENCE
                        && pause(deployed.deployment(), plan.facts().logicTables(), attempt);
        return worthwhile
                && !statement.results().isCancelled()
                && statement.session().transactions().mayExecuteAgain(deployed.deployment(), first);
    }

    private static boolean isRepeatable(ShardPlan plan) {
        StatementClass statementClass = plan.statementClass();
        return statementClass == StatementClass.READ
                || statementClass == StatementClass.LOCKING_READ
                || statementClass == StatementClass.WRITE;
    }

    /** Whether planning would make another plan now. */
    private static boolean isStale(DeployedPlan deployed, ShardPlan plan, Kind kind) {
        Deployment deployment = deployed.deployment();
        try {
            if (deployed.epoch() == null) {
                return false;
            }
            return !deployed.isCurrent()
                    || (kind != Kind.REFUSAL || deployment.mayLookAgain())
                            && deployed.definitionsDiffer(plan.facts().logicTables());
        } catch (ShardingException unreadable) {
            return false;
        }
    }

    /** Waits a moment for the rest of the actual tables; returns false when there is to be no wait. */
    private boolean pause(Deployment deployment, List<String> logicTables, int attempt) {
        long now = System.nanoTime();
        if (waitsSince == 0) {
            waitsSince = now == 0 ? 1 : now;
        } else if (now - waitsSince > LONGEST_WAIT_NANOS) {
            deployment.awaitedInVain(logicTables);
        }
        if (!deployment.mayBeAltering(logicTables)) {
            return false;
        }
        try {
            Thread.sleep(Math.min(LONGEST_PAUSE_MILLIS, SHORTEST_PAUSE_MILLIS << Math.min(attempt, 10)));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static Kind kind(Exception failure) {
        if (failure instanceof ShardingException refusal) {
            return kind(refusal.code().number(), refusal.code().category());
        }
        SQLException error = (SQLException) failure;
        if (error.getErrorCode() == ErrorCode.MERGE_COLUMNS_DIFFER.number() && isOurs(error)) {
            return Kind.DIFFERENCE;
        }
        if (error.getErrorCode() == ErrorCode.VERSION_LEFT.number() && isOurs(error)) {
            return Kind.VERSION;
        }
        if (SchemaErrors.isOfKeptStatement(error)) {
            return Kind.KEPT_STATEMENT;
        }
        return SchemaErrors.isSchemaError(error) ? Kind.DEFINITIONS : Kind.OTHER;
    }

    private static boolean isOurs(SQLException error) {
        return error.getMessage() != null && error.getMessage().startsWith("SHD-");
    }

    private static Kind kind(int number, ErrorCategory category) {
        if (number == ErrorCode.MERGE_COLUMNS_DIFFER.number()) {
            return Kind.DIFFERENCE;
        }
        if (number == ErrorCode.VERSION_LEFT.number()) {
            return Kind.VERSION;
        }
        return category == ErrorCategory.UNSUPPORTED || category == ErrorCategory.USER ? Kind.REFUSAL : Kind.OTHER;
    }
}
