package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import org.apache.seata.core.context.RootContext;

/** Has a thread be in a global transaction for as long as a call takes. */
final class GlobalXid {
    private GlobalXid() {}

    @FunctionalInterface
    interface Call<T> {
        T run() throws SQLException;
    }

    static <T> T bound(String xid, Call<T> call) throws SQLException {
        String before = RootContext.getXID();
        if (xid.equals(before)) {
            return call.run();
        }
        if (before != null) {
            RootContext.unbind();
        }
        RootContext.bind(xid);
        try {
            return call.run();
        } finally {
            RootContext.unbind();
            if (before != null) {
                RootContext.bind(before);
            }
        }
    }
}
