package io.shardingjdbc.jdbc.internal.execute;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The connections of a pool that linger with sessions, and some that did. There are at most as many as the pool has
 * connections, so each finds a place in an array; threads begin their search at different places. Safe for all threads;
 * one per pool.
 */
final class LingeringConnections {
    private final AtomicReferenceArray<PhysicalConnection> places;

    /** @param capacity how many there are at most, 0 where none lingers */
    LingeringConnections(int capacity) {
        this.places = new AtomicReferenceArray<>(capacity);
    }

    /** Returns the place of the connection, for {@link #remove}; -1 when there is none for it. */
    int add(PhysicalConnection connection) {
        int count = places.length();
        int first = count == 0 ? 0 : (int) (Thread.currentThread().getId() % count);
        for (int i = 0; i < count; i++) {
            int place = first + i < count ? first + i : first + i - count;
            if (places.get(place) == null && places.compareAndSet(place, null, connection)) {
                return place;
            }
        }
        return -1;
    }

    void remove(int place) {
        places.set(place, null);
    }

    /** Takes one of them back into the pool; false when there is none. */
    boolean reclaim() {
        for (int place = 0; place < places.length(); place++) {
            PhysicalConnection connection = places.get(place);
            if (connection != null && connection.reclaim()) {
                return true;
            }
        }
        return false;
    }
}
