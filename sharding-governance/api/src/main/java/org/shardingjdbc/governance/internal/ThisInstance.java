package org.shardingjdbc.governance.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.shardingjdbc.jdbc.governance.InstanceState;

/** What this instance says of itself. Safe for all threads. */
final class ThisInstance {
    /** In characters: a registry has little room, and others need not read more. */
    private static final int LONGEST_PROBLEM = 4_000;

    private volatile InstanceState state;
    private long settled;

    ThisInstance(long version) {
        settled = version;
        String library = ThisInstance.class.getPackage().getImplementationVersion();
        state = new InstanceState(
                UUID.randomUUID().toString(),
                host(),
                ProcessHandle.current().pid(),
                library == null ? "unknown" : library,
                version,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                0,
                "");
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }

    String id() {
        return state.id();
    }

    long version() {
        return state.rulesVersion();
    }

    InstanceState state() {
        return state;
    }

    /**
     * Its state as others may rely on it.
     *
     * @param version which all that is under way runs on; 0 where there is something of an earlier one
     */
    synchronized InstanceState settled(long version) {
        if (version > settled) {
            settled = version;
        }
        if (settled == state.rulesVersion()) {
            return state;
        }
        return new InstanceState(
                state.id(),
                state.host(),
                state.pid(),
                state.libraryVersion(),
                settled,
                state.startedAt(),
                state.failedVersion(),
                state.problem().isEmpty()
                        ? "statements or transactions that began on version " + settled + " are not over"
                        : state.problem());
    }

    /** It goes over to a version. */
    synchronized void runsOn(long version) {
        if (version >= state.rulesVersion()) {
            state = next(version, 0, "");
        }
    }

    /** It cannot; false when that is known. */
    synchronized boolean failed(long version, String why) {
        String problem = why.length() > LONGEST_PROBLEM ? why.substring(0, LONGEST_PROBLEM) + " ..." : why;
        boolean known = state.failedVersion() == version && state.problem().equals(problem);
        state = next(state.rulesVersion(), version, problem);
        return !known;
    }

    private InstanceState next(long version, long failedVersion, String problem) {
        return new InstanceState(
                state.id(),
                state.host(),
                state.pid(),
                state.libraryVersion(),
                version,
                state.startedAt(),
                failedVersion,
                problem);
    }
}
