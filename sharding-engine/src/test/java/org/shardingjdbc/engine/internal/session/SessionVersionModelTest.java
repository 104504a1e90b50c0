package org.shardingjdbc.engine.internal.session;

import static org.shardingjdbc.engine.internal.run.Models.scenarioAfter;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.run.Models;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.TransactionCourse;
import org.shardingjdbc.engine.internal.session.transaction.TransactionOrigin;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.transaction.TransactionSetup;
import org.slf4j.Logger;

/**
 * A session executes, alone, in a transaction or in steps, while its deployment is left for the next one, in each order
 * of their steps that the model checker tries: nothing runs by the old one once it is quiet; whoever came too late is
 * planned by the next one, and refused once only, also where he has to wait for it; and what is under way goes on by
 * the old one. Sessions, deployments and what is left of one for the other are the real ones; only the database, the
 * plans and what runs on a connection are of the test.
 */
public class SessionVersionModelTest {
    /** What it runs, for who plants races there. */
    public static final Class<?> VERSION = SessionVersion.class;

    private static final Dialect DIALECT = Models.idle(Dialect.class);
    private static final Connection CONNECTION = Models.idle(Connection.class);
    private static final Workers NO_WORKERS = Models.noWorkers();
    private static final Catalog CATALOG = Models.idle(Catalog.class);

    private final ShardPool pool =
            new ShardPool(0, "ds_0", DIALECT, Models.answering(DataSource.class, method -> CONNECTION), false);
    // made by begin(), as the checker cannot look through the records in them before it runs anything
    private Deployment old;
    private Deployment next;
    private Deployment last;
    private Deployments deployments;
    private Client client;
    /** Whether nothing may run by the old one any more. */
    private volatile boolean over;

    /** Whether the next one is current before nothing runs by the old one. */
    private volatile boolean atOnce;

    /** How often the deployment is left. */
    private volatile int replacements = 1;

    private volatile String defect = "";

    private Deployment deployment() {
        return new Deployment(
                "logic_db",
                DIALECT,
                new Deployment.Parts(Models.unseen(Rules.class), CATALOG, new OnePlan()),
                List.of(pool),
                Models.unseen(ExecutionProps.class));
    }

    /** One session, as a statement uses it. */
    private final class Client implements Run.OfOneUnit {
        private final SessionState state = new SessionState(deployments);
        private final ConnectionSupply supply = new ConnectionSupply(state);
        private final SessionRuns runs = new SessionRuns(state, supply);
        private final SessionPlans plans = new SessionPlans(state, supply);
        private volatile PhysicalConnection mine;
        private volatile boolean executing;
        /** By which it runs; null while it runs by none. */
        private volatile Deployment by;

        /** Returns by which deployment it has run. */
        Deployment execute() throws SQLException {
            for (int refused = 0; ; refused++) {
                DeployedPlan deployed = plans.planOnce("SELECT 1");
                try {
                    executing = true;
                    runs.lend(this, deployed, 0);
                    runs(deployed.deployment());
                    return deployed.deployment();
                } catch (SQLException e) {
                    if (e.getErrorCode() != ErrorCode.VERSION_LEFT.number()) {
                        throw e;
                    }
                    if (refused >= replacements) {
                        defect = "refused twice";
                        throw e;
                    }
                } finally {
                    executing = false;
                    runs.end(this);
                }
            }
        }

        void transact(boolean savepoint) throws SQLException {
            supply.transactions().autoCommit(false);
            if (savepoint) {
                supply.transactions().setSavepoint(null);
            }
            Deployment begun = execute();
            if (execute() != begun && !atOnce) {
                defect = "a transaction went on by another deployment";
            }
            supply.transactions().commit();
            supply.transactions().autoCommit(true);
        }

        void inSteps() throws SQLException {
            Deployment stays = supply.version().stay();
            try {
                runs(stays);
                if (execute() != stays && !atOnce) {
                    defect = "a step was by another deployment";
                }
                runs(stays);
            } finally {
                supply.version().endStay(stays);
            }
        }

        private void runs(Deployment now) {
            by = now;
            if (now == old && over) {
                defect = "something runs by what nothing runs by any more";
            }
            by = null;
        }

        @Override
        public StatementClass statementClass() {
            return StatementClass.READ;
        }

        @Override
        public void took(PhysicalConnection connection) {
            mine = connection;
        }

        @Override
        public PhysicalConnection handBack() {
            PhysicalConnection left = mine;
            mine = null;
            return left;
        }

        @Override
        public boolean isExecuting() {
            return executing;
        }

        @Override
        public SQLException stopped() {
            return null;
        }

        @Override
        public void close() {
            throw new IllegalStateException();
        }

        @Override
        public void cancel() {
            throw new IllegalStateException();
        }

        @Override
        public void breakOff() {
            throw new IllegalStateException();
        }

        @Override
        public void defect(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** Comes before all. */
    @Operation(nonParallelGroup = "session")
    public void begin() {
        old = deployment();
        next = deployment();
        last = deployment();
        deployments = new Deployments(NO_WORKERS, Models.unseen(TransactionTypes.class), old, null);
        client = new Client();
    }

    @Operation(nonParallelGroup = "session")
    public void execute() throws SQLException {
        client.execute();
    }

    @Operation(nonParallelGroup = "session")
    public void transact() throws SQLException {
        client.transact(false);
    }

    /** A transaction that has begun, but on no data source. */
    @Operation(nonParallelGroup = "session")
    public void transactFromSavepoint() throws SQLException {
        client.transact(true);
    }

    @Operation(nonParallelGroup = "session")
    public void runInSteps() throws SQLException {
        client.inSteps();
    }

    /** Who begins goes on by the next one at once. */
    @Operation(nonParallelGroup = "replacement")
    public void replace() throws SQLException {
        atOnce = true;
        replace(false, Duration.ofMinutes(1));
    }

    /** Who begins waits until it is decided which one counts. */
    @Operation(nonParallelGroup = "replacement")
    public void replaceHolding() throws SQLException {
        replace(true, Duration.ofMinutes(1));
    }

    /** As {@link #replaceHolding}, where the old one stays if something runs by it. */
    @Operation(nonParallelGroup = "replacement")
    public void replaceIfQuiet() throws SQLException {
        replace(true, Duration.ZERO);
    }

    /** Who was late at the first one is late at the second one, too. */
    @Operation(nonParallelGroup = "replacement")
    public void replaceTwice() throws SQLException {
        replacements = 2;
        replace(true, Duration.ofMinutes(1));
        deployments.replace(last, true, Duration.ofMinutes(1), () -> {});
    }

    private void replace(boolean wait, Duration limit) throws SQLException {
        try {
            deployments.replace(next, wait, limit, () -> {
                over = true;
                if (client.by == old) {
                    defect = "something ran by what was quiet";
                }
            });
        } catch (SQLException e) {
            if (e.getErrorCode() != ErrorCode.VERSION_IN_USE.number()) {
                throw e;
            }
        }
    }

    /** Nothing is left of what ran. */
    @Validate
    public void allIsBack() {
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
        if (pool.inUse() != 0 || pool.ofOthers(this) != 0) {
            throw new IllegalStateException(pool.inUse() + " in use, runs on " + pool.ofOthers(this));
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() throws SQLException {
        Models.unseen(Rules.class, RuleCompiler.compile(List.of("ds_0"), List.of(), KeyGenerators.load(null)));
        Models.unseen(ExecutionProps.class, ExecutionProps.DEFAULTS);
        Models.unseen(
                TransactionTypes.class,
                new TransactionTypes("LOCAL", null, new TransactionSetup("model", List.of(), Map.of())));
        SessionVersionModelTest first = new SessionVersionModelTest();
        first.begin();
        first.transactFromSavepoint();
        first.runInSteps();
        first.replaceHolding();
        first.allIsBack();
        Class<?> model = SessionVersionModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 20)
                        .addCustomScenario(scenarioAfter(model, "begin", "transact", "replaceHolding"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "replaceHolding"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "replace"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "replaceTwice"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute execute", "replaceIfQuiet"))
                        .addCustomScenario(scenarioAfter(model, "begin", "transactFromSavepoint", "replaceHolding"))
                        .addCustomScenario(scenarioAfter(model, "begin", "runInSteps", "replaceHolding"))
                        .addCustomScenario(scenarioAfter(model, "begin", "runInSteps", "replace"))
                        .verifier(Models.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        ShardingException.class.getName(),
                                        SqlErrors.class.getName(),
                                        Workers.class.getName(),
                                        Models.class.getName(),
                                        Rules.class.getName(),
                                        TransactionTypes.class.getName(),
                                        // what no other thread asks for
                                        DeployedPlan.class.getName(),
                                        SessionChoice.class.getName(),
                                        LogicTransaction.class.getName(),
                                        TransactionCourse.class.getName(),
                                        TransactionOrigin.class.getName(),
                                        Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void nothingRunsByWhatIsQuietAndWhoCameTooLateIsRefusedOnce() throws SQLException {
        check();
    }
}
