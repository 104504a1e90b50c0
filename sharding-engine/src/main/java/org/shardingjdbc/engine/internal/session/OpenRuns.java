package org.shardingjdbc.engine.internal.session;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The executions of a session that are open. Changed with the session's lock held, read by any thread without it: what
 * was added before somebody closed the session is seen by him.
 */
final class OpenRuns {
    private static final int FIRST_PLACES = 4;

    /** Null where a place is free. */
    private volatile AtomicReferenceArray<Run> places = new AtomicReferenceArray<>(FIRST_PLACES);

    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    void add(Run run) {
        AtomicReferenceArray<Run> now = places;
        int place = 0;
        while (place < now.length() && now.getPlain(place) != null) {
            place++;
        }
        if (place == now.length()) {
            now = wider(now);
            places = now;
        }
        now.set(place, run);
        count++;
    }

    private static AtomicReferenceArray<Run> wider(AtomicReferenceArray<Run> narrow) {
        Run[] all = new Run[narrow.length() * 2];
        for (int i = 0; i < narrow.length(); i++) {
            all[i] = narrow.getPlain(i);
        }
        return new AtomicReferenceArray<>(all);
    }

    void remove(Run run) {
        AtomicReferenceArray<Run> now = places;
        for (int i = 0; i < now.length(); i++) {
            if (now.getPlain(i) == run) {
                now.setRelease(i, null);
                count--;
                return;
            }
        }
    }

    /** Those that are open now. */
    Run[] all() {
        AtomicReferenceArray<Run> now = places;
        Run[] found = new Run[now.length()];
        int size = 0;
        for (int i = 0; i < now.length(); i++) {
            Run run = now.get(i);
            if (run != null) {
                found[size++] = run;
            }
        }
        return Arrays.copyOf(found, size);
    }
}
