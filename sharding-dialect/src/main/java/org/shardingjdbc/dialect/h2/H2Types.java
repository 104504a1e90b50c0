package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.ColumnTypes;

/** Decimals have no digits added, and floating numbers become decimals beside them. */
final class H2Types implements ColumnTypes {
    @Override
    public Decimals decimals() {
        return Decimals.AT_MOST_AS_TYPED;
    }

    @Override
    public boolean computesFloatsAsDecimals() {
        return true;
    }
}
