package org.shardingjdbc.transaction.base.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.seata.rm.datasource.ConnectionProxy;

/**
 * The savepoints of a connection, as Seata has to know them: what was recorded after one is forgotten with it. Seata
 * takes one for released after a rollback to it, where JDBC lets it stay: so another is set in its place. One thread at
 * a time uses it.
 */
final class AtSavepoints {
    private final ConnectionProxy recording;
    private final Connection plain;
    /** What stands for those to which was rolled back. */
    private final Map<Savepoint, Savepoint> setAgain = new IdentityHashMap<>();

    AtSavepoints(ConnectionProxy recording, Connection plain) {
        this.recording = recording;
        this.plain = plain;
    }

    void rollback(Savepoint savepoint) throws SQLException {
        recording.rollback(setAgain.getOrDefault(savepoint, savepoint));
        setAgain.put(savepoint, recording.setSavepoint());
    }

    void release(Savepoint savepoint) throws SQLException {
        Savepoint again = setAgain.remove(savepoint);
        if (again == null) {
            recording.releaseSavepoint(savepoint);
        } else {
            recording.releaseSavepoint(again);
            plain.releaseSavepoint(savepoint);
        }
    }

    /** The transaction has ended, and they with it. */
    void clear() {
        setAgain.clear();
    }
}
