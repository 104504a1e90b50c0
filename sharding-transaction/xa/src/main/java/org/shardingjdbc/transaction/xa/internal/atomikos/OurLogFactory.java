package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.OltpLogFactory;

/**
 * Gives Atomikos a log of ours while one of our data sources starts it; Atomikos finds it as a service. Where the
 * application starts it, Atomikos has its own.
 */
public final class OurLogFactory implements OltpLogFactory {
    /** Made by Atomikos. */
    public OurLogFactory() {}

    /** @return null for Atomikos' own */
    @Override
    public OltpLog createOltpLog() {
        return AtomikosOfJvm.startingLog();
    }
}
