package org.shardingjdbc.engine.internal.execute;

import org.shardingjdbc.engine.internal.observe.Tally;
import org.shardingjdbc.engine.internal.transaction.TransactionTypes;

/** What the sessions of one sharding data source share. Safe for all threads. */
public final class Deployments {
    private final Workers workers;
    private final TransactionTypes transactions;
    private final SqlLog log;
    /** Null without a registry. */
    private final StatementFence fence;

    /** Whether threads may be in transactions of the application's coordinator. */
    private final boolean joining;

    private final Tally tally = new Tally();
    private volatile Deployment current;
    /** Null until the data source is made. */
    private volatile DataSourceCommands commands;

    private volatile boolean closed;

    /** @param fence what statements pass; null for none */
    public Deployments(Workers workers, TransactionTypes transactions, Deployment first, StatementFence fence) {
        this.workers = workers;
        this.transactions = transactions;
        this.joining = transactions.byDefault().mayBeSurrounded();
        this.log = new SqlLog();
        this.fence = fence;
        this.current = first;
    }

    /** The deployment that new executions use. */
    public Deployment current() {
        return current;
    }

    /** Replaces it for the executions that come; those that run keep theirs. */
    public void replace(Deployment next) {
        current = next;
        if (fence != null) {
            fence.turn();
        }
    }

    /** What statements pass; null without a registry. */
    public StatementFence fence() {
        return fence;
    }

    /** Does what statements about the configuration say. */
    public DataSourceCommands commands() {
        return commands;
    }

    /** Says who does, once. */
    public void commands(DataSourceCommands given) {
        commands = given;
    }

    /** Whether the data source is closed, so that its connections may break under whoever uses them. */
    public boolean areClosed() {
        return closed;
    }

    /** The data source is closed, or will be at once. */
    public void close() {
        closed = true;
    }

    /** Counts what the sessions do. */
    public Tally tally() {
        return tally;
    }

    public Workers workers() {
        return workers;
    }

    public TransactionTypes transactions() {
        return transactions;
    }

    /** Whether threads may be in transactions of the application's coordinator, which sessions take part in. */
    public boolean mayJoin() {
        return joining;
    }

    /** How long a connection may linger now. */
    public long lingerNanos() {
        return current.lingerNanos;
    }

    /** Writes down what is executed, where that is wanted. */
    public void log(DeployedPlan deployed, ShardWork work, ExecutionGroup[] groups) {
        log.execution(deployed, work, groups);
    }
}
