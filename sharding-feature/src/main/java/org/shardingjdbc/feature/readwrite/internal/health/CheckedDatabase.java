package org.shardingjdbc.feature.readwrite.internal.health;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.rule.watch.DatabaseAwayException;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/** A database that takes writes only if a check says so too. Used by one thread at a time. */
record CheckedDatabase(WatchedDatabase database, PrimaryCheck check) implements WatchedDatabase {
    @Override
    public String name() {
        return database.name();
    }

    @Override
    public boolean takesWrites() {
        if (!database.takesWrites()) {
            return false;
        }
        try {
            return check.isPrimary(database.name());
        } catch (IOException | RuntimeException e) {
            throw new DatabaseAwayException("its primary-check does not answer: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable String position() {
        return database.position();
    }

    @Override
    public @Nullable String replayed() {
        return database.replayed();
    }

    @Override
    public boolean covers(String replayed, String position) {
        return database.covers(replayed, position);
    }

    @Override
    public void awaitPool() {
        database.awaitPool();
    }

    @Override
    public void close() {
        database.close();
    }
}
