package org.shardingjdbc.testkit;

/** Settings of Connector/J that change how it talks to the server, and that applications use. */
public final class MySqlSwitches {
    /** Statements prepared by the server and kept, results read by cursors, batches as one statement. */
    public static final String ALL = "useServerPrepStmts=true&cachePrepStmts=true&useCursorFetch=true"
            + "&defaultFetchSize=7&rewriteBatchedStatements=true";

    private MySqlSwitches() {}
}
