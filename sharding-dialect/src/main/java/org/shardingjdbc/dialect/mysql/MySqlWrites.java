package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.Writes;

/** Assignments are made in their order, and much is converted on the way into a column. */
final class MySqlWrites implements Writes {
    @Override
    public String identityOverride() {
        return "";
    }

    @Override
    public boolean aliasesDeleteTargets() {
        return false;
    }

    @Override
    public boolean valuesReadRow() {
        return true;
    }

    @Override
    public boolean storesParametersOtherwise() {
        return true;
    }

    @Override
    public boolean assignsInOrder() {
        return true;
    }

    @Override
    public boolean truncatesSeveral() {
        return false;
    }

    @Override
    public boolean copiesWithoutRows() {
        return false;
    }

    @Override
    public boolean copiesAddColumns() {
        return true;
    }
}
