package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.LogWriteException;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.fs.InMemoryRepository;
import com.atomikos.recovery.fs.Repository;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.transaction.xa.internal.log.BranchDecision;
import org.shardingjdbc.transaction.xa.internal.log.DecisionFile;

/**
 * Atomikos' records in a {@link DecisionFile}. Its own repository forces each record to disk by itself, the last ones
 * of transactions too, and goes on when a decision could not be written. Safe for all threads.
 */
final class FileRepository implements Repository {
    private final DecisionFile file;
    private final InMemoryRepository written = new InMemoryRepository();
    /** Those of which nobody knows yet whether they are written: nothing is done because of them, or against them. */
    private final Map<String, PendingTransactionRecord> unknown = new ConcurrentHashMap<>();

    FileRepository(DecisionFile file) {
        this.file = file;
        written.init();
        file.decisions().forEach((id, text) -> written.put(id, PendingTransactionRecord.fromRecord(text)));
    }

    @Override
    public void init() {
        // The file is open.
    }

    /**
     * @throws LogWriteException when it is not written
     * @throws org.shardingjdbc.transaction.xa.internal.DecisionUnknownException when it may be written or not
     */
    @Override
    public void put(String id, PendingTransactionRecord record) throws LogWriteException {
        if (record.state.isFinalState()) {
            if (written.get(id) != null) {
                written.put(id, record);
                file.later(new BranchDecision(id, null, () -> {}));
            }
            return;
        }
        unknown.put(id, record);
        try {
            file.write(new BranchDecision(id, record.toRecord().strip(), () -> {
                written.put(id, record);
                unknown.remove(id);
            }));
        } catch (IOException e) {
            unknown.remove(id);
            throw new LogWriteException(e);
        }
    }

    @Override
    public PendingTransactionRecord get(String id) {
        PendingTransactionRecord found = unknown.get(id);
        return found == null ? written.get(id) : found;
    }

    @Override
    public Collection<PendingTransactionRecord> findAllCommittingCoordinatorLogEntries() {
        return written.findAllCommittingCoordinatorLogEntries();
    }

    @Override
    public Collection<PendingTransactionRecord> getAllCoordinatorLogEntries() {
        return List.copyOf(written.getAllCoordinatorLogEntries());
    }

    /** The file makes its own. */
    @Override
    public void writeCheckpoint(Collection<PendingTransactionRecord> records) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // Whoever opened the file does it.
    }
}
