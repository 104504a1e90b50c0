package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.datasource.xa.XATransactionalResource;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.XaBranch;

/** A data source as Atomikos enlists and recovers it. Safe for all threads. */
final class AtomikosResource extends XATransactionalResource {
    /** Of the bytes of a resource's name, by Atomikos. */
    private static final int LONGEST_NAME = 45;

    private static final int LONGEST_START = LONGEST_NAME - 9;

    private final TransactionSource source;
    /** Written without care for other threads: it is to be about right. */
    private volatile long usualNanos;

    AtomikosResource(String owner, TransactionSource source) {
        super(unique(owner + "." + source.name()));
        this.source = source;
    }

    /** Cut where it is too long, with a checksum of the whole. */
    private static String unique(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < LONGEST_NAME) {
            return name;
        }
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return new String(bytes, 0, LONGEST_START, StandardCharsets.US_ASCII) + String.format("%08x", sum.getValue());
    }

    TransactionSource source() {
        return source;
    }

    boolean isOf(TransactionSource other) {
        return source.equals(other);
    }

    /** A new branch of a transaction, with a name by which Atomikos recovers it. */
    Xid branchOf(String transaction) {
        return createXid(transaction);
    }

    /** How long a branch there was in being prepared or committed. */
    void took(long nanos) {
        long before = usualNanos;
        usualNanos = before + (nanos - before) / 8;
    }

    /** As {@link #took}, of late. */
    long usualNanos() {
        return usualNanos;
    }

    @Override
    public boolean usesXAResource(XAResource resource) {
        return resource instanceof XaBranch branch && branch.source().equals(source);
    }

    @Override
    protected XAResource refreshXAConnection() {
        return new LoggedBranches(source);
    }
}
