package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.KeptText;

/** What a job keeps of itself for whoever goes on with it: texts by an item. Safe for all threads. */
public interface JobStore {
    /** Makes room for it, where there is none, and keeps these items: all of them, or none when it is broken off. */
    void begin(Map<String, String> items) throws SQLException;

    /** All items of the job; empty where it has none. */
    Map<String, String> read() throws SQLException;

    /** Keeps an item, in place of the former one. */
    void write(String item, String content) throws SQLException;

    /** Forgets the job. */
    void drop() throws SQLException;

    /** @return null where there is no such item */
    default @Nullable String read(String item) throws SQLException {
        return read().get(item);
    }

    /** One item, for who is to know of no other. */
    default KeptText item(String item) {
        return new KeptText() {
            @Override
            public @Nullable String read() throws SQLException {
                return JobStore.this.read(item);
            }

            @Override
            public void write(String text) throws SQLException {
                JobStore.this.write(item, text);
            }
        };
    }
}
