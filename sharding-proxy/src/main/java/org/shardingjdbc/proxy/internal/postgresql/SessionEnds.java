package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;

/** Is told when transactions of a session end, and the session, by the thread that converses. */
interface SessionEnds {
    SessionEnds UNHEARD = new SessionEnds() {
        @Override
        public void beforeCommit() {
            // nobody waits for it
        }

        @Override
        public void rolledBack() {
            // nobody waits for it
        }

        @Override
        public void closeAll() {
            // nobody waits for it
        }
    };

    /**
     * The transaction is about to be committed.
     *
     * @throws SQLException when it cannot be
     */
    void beforeCommit() throws SQLException;

    /** The transaction is rolled back, or will be. */
    void rolledBack();

    /** The session ends, or begins anew. */
    void closeAll();
}
