package org.shardingjdbc.feature.encrypt.backfill;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.walk.KeyPosition;

/** What is found while a backfill runs. Not thread-safe. */
final class Findings {
    private long rows;
    private long written;
    private long left;
    private long unreadable;
    private final List<String> unreadableKeys = new ArrayList<>();
    private boolean stopped;

    void looked(long more) {
        rows += more;
    }

    void wrote(long more) {
        written += more;
    }

    void left(long more) {
        left += more;
    }

    void unreadable(String dataNode, @Nullable KeyPosition key) {
        unreadable++;
        if (unreadableKeys.size() < BackfillResult.MOST_KEYS) {
            unreadableKeys.add(dataNode + " " + key);
        }
    }

    void stopped() {
        stopped = true;
    }

    long rows() {
        return rows;
    }

    long written() {
        return written;
    }

    BackfillResult result() {
        return new BackfillResult(rows, written, left, unreadable, unreadableKeys, stopped);
    }
}
