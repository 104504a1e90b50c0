package org.shardingjdbc.governance.testkit.instances;

import java.io.IOException;
import java.util.List;

/** The servers of one registry, which a test lets fail; counted from 0. Used by one thread. */
public interface RegistryServers extends AutoCloseable {
    /** Where each of them is, as {@code host:port}. */
    List<String> addresses();

    /** Ends one of them; what it has stored stays. */
    void kill(int member) throws Exception;

    /** Starts one that was killed, where it was. */
    void restart(int member) throws Exception;

    @Override
    void close() throws IOException;
}
