package org.shardingjdbc.transaction.xa.internal;

import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.shardingjdbc.dialect.twophase.BranchId;

/**
 * Turns the name of a branch as a dialect writes it ({@link BranchId}) into that of a coordinator ({@link Xid}), and
 * back. Stateless.
 */
public final class Xids {
    private Xids() {}

    static BranchId branchId(Xid xid) {
        return new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    public static Xid of(BranchId id) {
        return new BranchXid(id);
    }

    static XAException error(int errorCode, Throwable cause) {
        XAException error = new XAException(cause.getMessage());
        error.errorCode = errorCode;
        error.initCause(cause);
        return error;
    }

    private record BranchXid(BranchId id) implements Xid {
        @Override
        public int getFormatId() {
            return id.formatId();
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return id.global();
        }

        @Override
        public byte[] getBranchQualifier() {
            return id.branch();
        }
    }
}
