package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.Drivers;

/** openGauss streams as PostgreSQL does; several statements at once are not known to be answered. */
final class OpenGaussDrivers implements Drivers {
    @Override
    public String subprotocol() {
        return "opengauss";
    }

    @Override
    public String artifact() {
        return "org.opengauss:opengauss-jdbc";
    }

    @Override
    public String productName() {
        return "openGauss";
    }

    @Override
    public boolean streamsInTransactionOnly() {
        return true;
    }

    @Override
    public boolean returnsRowsAsKeys() {
        return true;
    }

    /** The whole row. */
    @Override
    public boolean tellsMoreThanKeys() {
        return true;
    }

    @Override
    public boolean tellsLabelsAsNames() {
        return true;
    }
}
