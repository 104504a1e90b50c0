package org.shardingjdbc.proxy.observe;

import java.util.List;
import org.shardingjdbc.Incubating;

/** Counts of what a proxy has done since it started, and who is there now. A live view; any thread may ask. */
@Incubating
public interface ProxyStatistics {
    /** The sessions that there are, those that are about to log in among them. */
    List<ProxySession> sessions();

    /** How many there are. */
    int clients();

    /** How many connections clients have made. */
    long connections();

    /** How many logins were refused: a wrong password or certificate, a database that is not granted, a limit. */
    long refusedLogins();

    /** How many statements clients have executed, with those that were refused. */
    long statements();

    /** How many bytes clients have sent, before they are encrypted. */
    long receivedBytes();

    /** How many bytes clients were sent, before they are encrypted. */
    long sentBytes();

    /** Whether the proxy ends, and takes no more clients. */
    boolean draining();
}
