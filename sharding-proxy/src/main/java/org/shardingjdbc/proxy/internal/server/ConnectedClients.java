package org.shardingjdbc.proxy.internal.server;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The clients of a server, by the ids of their keys. Safe for all threads. */
public final class ConnectedClients {
    private static final long LOOK_AGAIN_MILLIS = 20;
    /** How long who was dismissed has to go. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Map<Integer, Client> clients = new ConcurrentHashMap<>();
    private final AtomicInteger lastId = new AtomicInteger();
    private final AtomicInteger admitted = new AtomicInteger();
    private final SecureRandom secrets = new SecureRandom();
    private final int most;

    ConnectedClients(int most) {
        this.most = most;
    }

    ClientKey newKey() {
        int id = lastId.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
        return new ClientKey(id, secrets.nextInt());
    }

    boolean isFull() {
        return clients.size() >= most + ServerLimits.SURPLUS;
    }

    void add(Client client) {
        clients.put(client.key().id(), client);
    }

    boolean admit() {
        if (admitted.incrementAndGet() > most) {
            admitted.decrementAndGet();
            return false;
        }
        return true;
    }

    void remove(Client client) {
        if (clients.remove(client.key().id(), client) && client.isAuthenticated()) {
            admitted.decrementAndGet();
        }
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
