package org.shardingjdbc.proxy.internal.authority;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A user, and what it may do. Immutable.
 *
 * @param from the addresses from which it may come
 * @param password null where nobody is asked for one
 * @param readOnly whether it may only read
 * @param databases the logic databases that it may use; null for all
 * @param distSql whether it may speak DistSQL, as far as the configuration lets anybody
 */
public record ProxyAccount(
        String name,
        AddressPattern from,
        @Nullable String password,
        boolean readOnly,
        @Nullable Set<String> databases,
        boolean distSql) {
    public ProxyAccount {
        databases = databases == null ? null : Set.copyOf(databases);
    }

    /** Somebody of whom nothing is known, where everyone is let in. */
    static ProxyAccount guest(String name) {
        return new ProxyAccount(name, AddressPattern.ANY, null, false, null, false);
    }

    /** Whether it may use a logic database. */
    public boolean mayUse(String database) {
        return databases == null || databases.contains(database);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return name + "@" + from;
    }
}
