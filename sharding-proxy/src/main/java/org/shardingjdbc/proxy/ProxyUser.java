package org.shardingjdbc.proxy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.proxy.internal.authority.AddressPattern;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;

/**
 * A user that a {@link ShardingProxy} lets in, and what it may do there. Each method returns a copy with the change;
 * immutable. Without more than a name and a password it comes from anywhere, uses all logic databases, reads and
 * writes, and does not speak DistSQL.
 */
@Incubating
public final class ProxyUser {
    private final ProxyAccount account;

    private ProxyUser(ProxyAccount account) {
        this.account = account;
    }

    /** Who knows this password. */
    public static ProxyUser of(String name, String password) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("A user must have a name");
        }
        return new ProxyUser(new ProxyAccount(name, AddressPattern.ANY, password, false, null, false));
    }

    /**
     * From where it may come. One name may be several users, with other addresses; the one whose addresses are told
     * most precisely counts.
     *
     * @param addresses {@code 10.1.2.3}, {@code 10.1.0.0/16}, {@code 10.1.%}, {@code localhost}, or {@code %} for all
     * @throws IllegalArgumentException when it is none of these
     */
    public ProxyUser from(String addresses) {
        return new ProxyUser(new ProxyAccount(
                account.name(),
                AddressPattern.of(addresses),
                account.password(),
                account.readOnly(),
                account.databases(),
                account.distSql()));
    }

    /**
     * Lets it only read: statements that write are refused before a database hears of them, and its sessions are
     * read-only where databases execute functions.
     */
    public ProxyUser readOnly() {
        return new ProxyUser(new ProxyAccount(
                account.name(), account.from(), account.password(), true, account.databases(), account.distSql()));
    }

    /** Lets it use these logic databases, and no others but those that were named before. */
    public ProxyUser databases(String... names) {
        Set<String> all = new LinkedHashSet<>(List.of(names));
        Set<String> before = account.databases();
        if (before != null) {
            all.addAll(before);
        }
        return databases(all);
    }

    private ProxyUser databases(@Nullable Set<String> names) {
        return new ProxyUser(new ProxyAccount(
                account.name(), account.from(), account.password(), account.readOnly(), names, account.distSql()));
    }

    /** Lets it speak DistSQL, as far as the prop {@code distsql-allowed} lets anybody. */
    public ProxyUser distSql() {
        return new ProxyUser(new ProxyAccount(
                account.name(), account.from(), account.password(), account.readOnly(), account.databases(), true));
    }

    ProxyAccount account() {
        return account;
    }

    /** The name and the addresses. */
    @Override
    public String toString() {
        return account.toString();
    }
}
