package org.shardingjdbc.benchmarks.transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.postgresql.xa.PGXADataSource;

/**
 * Two phases as one writes them down over the drivers' own XA connections; each teller keeps his. The first is the
 * limit of a coordinator that works through the data sources in turn. Nothing here recovers.
 */
final class HandXaBank implements Bank {
    private static final AtomicLong TRANSACTIONS = new AtomicLong(System.nanoTime());

    /** Takes decisions before they are told; null where none is written down. */
    private final FileChannel decisions;

    /** @param log null for none */
    HandXaBank(Path log) throws IOException {
        decisions = log == null ? null : FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    /** Its format is nobody else's. */
    private record HandXid(long number, byte branch) implements Xid {
        @Override
        public int getFormatId() {
            return 0x48414E44;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {branch};
        }
    }

    @Override
    public Teller teller() throws SQLException {
        return new XaTeller(decisions);
    }

    private static final class XaTeller implements Teller {
        private final FileChannel decisions;
        private final XAConnection[] physical = new XAConnection[Servers.COUNT];
        private final Connection[] connections = new Connection[Servers.COUNT];
        private final XAResource[] resources = new XAResource[Servers.COUNT];

        XaTeller(FileChannel decisions) throws SQLException {
            this.decisions = decisions;
            for (int i = 0; i < Servers.COUNT; i++) {
                PGXADataSource dataSource = new PGXADataSource();
                dataSource.setUrl(Servers.url(i));
                dataSource.setUser("postgres");
                dataSource.setPassword("postgres");
                physical[i] = dataSource.getXAConnection();
                connections[i] = physical[i].getConnection();
                resources[i] = physical[i].getXAResource();
            }
        }

        @Override
        public void transfer(long from, long to) throws SQLException {
            int source = (int) (from % Servers.COUNT);
            int target = (int) (to % Servers.COUNT);
            long number = TRANSACTIONS.incrementAndGet();
            Xid first = new HandXid(number, (byte) 0);
            Xid second = new HandXid(number, (byte) 1);
            try {
                resources[source].start(first, XAResource.TMNOFLAGS);
                HandBank.add(connections[source], source, from, -1);
                if (source == target) {
                    HandBank.add(connections[source], source, to, 1);
                    resources[source].end(first, XAResource.TMSUCCESS);
                    resources[source].commit(first, true);
                    return;
                }
                resources[target].start(second, XAResource.TMNOFLAGS);
                HandBank.add(connections[target], target, to, 1);
                resources[source].end(first, XAResource.TMSUCCESS);
                resources[target].end(second, XAResource.TMSUCCESS);
                resources[source].prepare(first);
                resources[target].prepare(second);
                decide(number);
                resources[source].commit(first, false);
                resources[target].commit(second, false);
            } catch (XAException | IOException e) {
                throw new SQLException("transfer from " + from + " to " + to, e);
            }
        }

        private void decide(long number) throws IOException {
            if (decisions != null) {
                decisions.write(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
                decisions.force(false);
            }
        }

        @Override
        public void close() throws SQLException {
            for (XAConnection each : physical) {
                each.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (decisions != null) {
            decisions.close();
        }
    }
}
