package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.PlainCarrier;

/** A value travels as what it is, whatever its column's type: the driver's object is exact, and takes it back. */
final class SqliteCopies implements Copies {
    @Override
    public Form copied(Column column, boolean untyped) {
        return Form.bare(PlainCarrier.OBJECT);
    }

    @Override
    public Carrier moved(Column column) {
        return PlainCarrier.OBJECT;
    }

    @Override
    public Form bound(Column column, Place place) {
        return Form.bare(PlainCarrier.OBJECT);
    }
}
