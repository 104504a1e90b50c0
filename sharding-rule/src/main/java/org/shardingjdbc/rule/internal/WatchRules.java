package org.shardingjdbc.rule.internal;

import java.util.List;
import java.util.Set;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * What those ask the rules who watch over databases, or tell what others found out about them: a deployment as long as
 * it lasts, and the registry. Safe for all threads.
 */
public interface WatchRules {
    /** Whether a rule watches over the databases between which it chooses. */
    boolean watchDatabases();

    /** What watches over databases for the rules, in their order and the same at each call; empty where none does. */
    List<DatabaseWatch> databaseWatches();

    /** Whether a group of databases may be written to elsewhere than it is configured. */
    boolean mayMove();

    /** Lets the rules agree with other instances on where groups of databases are written. */
    void agree(WritersAgreement agreement);

    /** All databases that are switched off by hand, from now on. */
    void switchedOff(Set<String> dataSources);
}
