package org.shardingjdbc.dialect.internal.h2;

import java.util.List;
import org.shardingjdbc.dialect.internal.Writes;

/** MERGE INTO ... KEY replaces by columns that it names. */
final class H2Writes implements Writes {
    @Override
    public boolean replacesByNamedColumns() {
        return true;
    }

    @Override
    public boolean evaluatesNewViews() {
        return true;
    }

    @Override
    public List<String> rowPlaces() {
        return List.of("_ROWID_");
    }
}
