package org.shardingjdbc.dialect.internal.mysql;

/** As MySQL's, but that a query in FROM needs nothing to stay apart, and that orders and groups are lost elsewhere. */
final class MariaDbQueries extends MySqlQueries {

    @Override
    public String keepingApart() {
        return "";
    }

    @Override
    public String keepingComputedValues() {
        return "";
    }

    @Override
    public String keepingRowsOfAll() {
        return " LIMIT 18446744073709551615";
    }

    @Override
    public boolean losesWindowedGroups() {
        return true;
    }

    @Override
    public boolean derivedTablesLoseOrder() {
        return true;
    }

    @Override
    public boolean labelsOfSystemViewsAreTexts() {
        return true;
    }

    @Override
    public boolean commonTablesSeeLater() {
        return true;
    }
}
