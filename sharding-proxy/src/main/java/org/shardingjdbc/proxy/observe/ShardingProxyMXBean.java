package org.shardingjdbc.proxy.observe;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.Incubating;

/**
 * A proxy as consoles of the platform's MBean server show it: {@link ProxyStatistics}. Any thread may ask. Registered
 * as {@code org.shardingjdbc:type=ShardingProxy,port=<port>}, where the options say so.
 */
@Incubating
public interface ShardingProxyMXBean {
    /** How many sessions there are. */
    int getClients();

    /** How many connections clients have made. */
    long getConnections();

    /** How many logins were refused. */
    long getRefusedLogins();

    /** How many statements clients have executed. */
    long getStatements();

    /** How many bytes clients have sent. */
    long getReceivedBytes();

    /** How many bytes clients were sent. */
    long getSentBytes();

    /** Whether the proxy ends, and takes no more clients. */
    boolean isDraining();

    /** The sessions: id, user, database, address, since, state, milliseconds, statement. */
    List<Map<String, String>> getSessions();
}
