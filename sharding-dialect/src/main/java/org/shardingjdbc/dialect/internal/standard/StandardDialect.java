package org.shardingjdbc.dialect.internal.standard;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** Standard SQL without extras. No database is one: it is what texts are read as where none is known. */
public final class StandardDialect extends FacetedDialect {
    /** For the service loader. */
    public StandardDialect() {
        super("SQL92", new Facets(new NoDrivers(), new StandardTemporaries()));
    }
}
