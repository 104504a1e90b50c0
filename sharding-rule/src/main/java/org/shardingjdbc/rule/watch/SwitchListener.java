package org.shardingjdbc.rule.watch;

import java.util.Set;
import org.shardingjdbc.Incubating;

/** Is notified which databases an operator has switched off. Safe for all threads. */
@Incubating
@FunctionalInterface
public interface SwitchListener {
    /**
     * These databases are switched off: they refuse statements from now on. Called whenever that changes, and for each
     * new configuration; statements may be executed meanwhile.
     *
     * @param dataSources the names of all that are switched off now; empty where none is
     */
    void switchedOff(Set<String> dataSources);
}
