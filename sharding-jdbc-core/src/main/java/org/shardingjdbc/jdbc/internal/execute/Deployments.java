package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.jdbc.internal.observe.Tally;
import org.shardingjdbc.jdbc.internal.transaction.TransactionTypes;

/** What the sessions of one sharding data source share. Safe for all threads. */
public final class Deployments {
    private final Workers workers;
    private final TransactionTypes transactions;
    private final SqlLog log;
    private final Tally tally = new Tally();
    private volatile Deployment current;

    public Deployments(Workers workers, TransactionTypes transactions, Deployment first) {
        this.workers = workers;
        this.transactions = transactions;
        this.log = new SqlLog();
        this.current = first;
    }

    /** The deployment that new executions use. */
    public Deployment current() {
        return current;
    }

    /** Replaces it for the executions that come; those that run keep theirs. */
    public void replace(Deployment next) {
        current = next;
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

    /** Writes down what is executed, where that is wanted. */
    public void log(DeployedPlan deployed, ShardWork work, ExecutionGroup[] groups) {
        log.execution(deployed, work, groups);
    }
}
