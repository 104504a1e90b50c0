package org.shardingjdbc.dialect.internal.standard;

import org.shardingjdbc.dialect.internal.Drivers;

/** No URL and no product shows standard SQL. */
final class NoDrivers implements Drivers {
    @Override
    public String subprotocol() {
        return "";
    }

    @Override
    public String productName() {
        return "";
    }

    /** Nobody knows. */
    @Override
    public boolean tellsLabelsAsNames() {
        return true;
    }
}
