package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.OltpLogFactory;

/**
 * Gives Atomikos a shared log while a data source of ours starts it with one; Atomikos finds it as a service. In all
 * other cases there is none of ours, and Atomikos has its own.
 */
public final class SharedLogFactory implements OltpLogFactory {
    /** Made by Atomikos. */
    public SharedLogFactory() {}

    /** @return null for Atomikos' own */
    @Override
    public OltpLog createOltpLog() {
        return AtomikosOfJvm.startingLog();
    }
}
