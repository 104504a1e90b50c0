package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Naming;

/** Standard SQL's: double quotes, and capitals where there are none. */
final class H2Naming implements Naming {
    @Override
    public char quote() {
        return '"';
    }

    @Override
    public String currentSchema() {
        return "SCHEMA()";
    }

    @Override
    public String typeOfShownCatalog() {
        return "VARCHAR_IGNORECASE";
    }
}
