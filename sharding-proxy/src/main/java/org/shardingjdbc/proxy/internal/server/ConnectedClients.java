package org.shardingjdbc.proxy.internal.server;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The clients of a server, by the ids of their keys. Safe for all threads. */
public final class ConnectedClients {
    private static final long LOOK_AGAIN_MILLIS = 20;
    /** How long who was dismissed has to go. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Map<Integer, Client> clients = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private final SecureRandom secrets = new SecureRandom();
    private final ServerCounts counts = new ServerCounts();
    private final ServerLimits limits;

    // ---- guarded by this

    private int admitted;
    private final Map<String, Integer> admittedUsers = new HashMap<>();
    private final Map<InetAddress, Integer> admittedAddresses = new HashMap<>();

    ConnectedClients(ServerLimits limits) {
        this.limits = limits;
    }

    /** What was done since the start. */
    public ServerCounts counts() {
        return counts;
    }

    ServerLimits limits() {
        return limits;
    }

    ClientKey newKey() {
        int id = lastId.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
        return new ClientKey(id, secrets.nextInt());
    }

    boolean isFull() {
        return clients.size() >= limits.clients() + ServerLimits.SURPLUS;
    }

    void add(Client client) {
        clients.put(client.key().id(), client);
    }

    /** Who was admitted is dismissed by {@link #release} with the same user and address. */
    synchronized Admission admit(String user, @Nullable InetAddress address) {
        if (admitted >= limits.clients()) {
            return Admission.SERVER_FULL;
        }
        if (admittedUsers.getOrDefault(user, 0) >= limits.clientsOfUser()) {
            return Admission.USER_FULL;
        }
        if (address != null && admittedAddresses.getOrDefault(address, 0) >= limits.clientsOfAddress()) {
            return Admission.ADDRESS_FULL;
        }
        admitted++;
        admittedUsers.merge(user, 1, Integer::sum);
        if (address != null) {
            admittedAddresses.merge(address, 1, Integer::sum);
        }
        return Admission.ADMITTED;
    }

    synchronized void release(String user, @Nullable InetAddress address) {
        admitted--;
        admittedUsers.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
        if (address != null) {
            admittedAddresses.computeIfPresent(address, (name, count) -> count == 1 ? null : count - 1);
        }
    }

    void remove(Client client) {
        clients.remove(client.key().id(), client);
    }

    /** Dismisses those that have sent nothing for longer than they may. */
    void expire() {
        long now = System.nanoTime();
        clients.values().forEach(client -> client.expire(now));
    }

    /** How many connections there are, of clients that are logged in and of others. */
    public int count() {
        return clients.size();
    }

    /** Those that are connected now. */
    public List<Client> all() {
        return List.copyOf(clients.values());
    }

    /**
     * Cancels what a session runs, where the key is right. Waits for the database.
     *
     * @return whether it is right
     */
    public boolean cancel(ClientKey key) {
        Client client = clients.get(key.id());
        if (client == null || client.key().secret() != key.secret() || !client.isAuthenticated()) {
            return false;
        }
        client.cancel();
        return true;
    }

    /** Lets all go: who is in a transaction may end it within this time, and is dismissed then. */
    void drain(Duration patience) {
        all().forEach(Client::leave);
        awaitNone(patience);
        all().forEach(client -> client.dismiss(
                new Farewell(Farewell.Reason.SHUTDOWN, "The server is shutting down and waits no longer")));
        awaitNone(LAST_WORDS);
    }

    private void awaitNone(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!clients.isEmpty() && System.nanoTime() < end) {
                Thread.sleep(LOOK_AGAIN_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
