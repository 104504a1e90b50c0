package org.shardingjdbc.proxy.internal.mysql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;

/** A session as others see it, and what they may do to it. For all threads. */
interface LiveSession {
    /** By which KILL names it. */
    int id();

    /** Null while it is not known who the client is. */
    @Nullable
    ProxyAccount account();

    /** Address and port. */
    String host();

    /** Empty where it is in none. */
    String databaseName();

    /** What kind of command it executes, in the words of SHOW PROCESSLIST. */
    String activity();

    /** The statement of it; empty for none. */
    String activityText();

    /** How long it has been doing what it does. */
    long seconds();

    /** Stops what runs, if something does; then the client is told that it was. */
    void killQuery();

    /** Stops what runs and ends the session. */
    void kill();

    /** Empty while it is not known. */
    default String user() {
        ProxyAccount known = account();
        return known == null ? "" : known.name();
    }

    /** Whether it is of the same user, also as far as the same name may stand for several. */
    default boolean isOfSameUser(LiveSession other) {
        ProxyAccount known = account();
        return known != null && known.equals(other.account());
    }
}
