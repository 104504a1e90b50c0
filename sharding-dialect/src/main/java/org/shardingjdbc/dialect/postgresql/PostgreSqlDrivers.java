package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.Drivers;

/**
 * PostgreSQL's driver reads in portions only inside a transaction and with a fetch size; any number of such results may
 * be open on one connection. It cancels by a timer of its own.
 */
final class PostgreSqlDrivers implements Drivers {
    @Override
    public String subprotocol() {
        return "postgresql";
    }

    @Override
    public String artifact() {
        return "org.postgresql:postgresql";
    }

    @Override
    public String productName() {
        return "PostgreSQL";
    }

    @Override
    public boolean streamsInTransactionOnly() {
        return true;
    }

    @Override
    public boolean answersSeveralStatementsAtOnce() {
        return true;
    }

    @Override
    public String cancelTimeoutProperty() {
        return "cancelSignalTimeout";
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
