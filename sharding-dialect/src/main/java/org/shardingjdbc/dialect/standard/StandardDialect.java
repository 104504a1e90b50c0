package org.shardingjdbc.dialect.standard;

import org.shardingjdbc.dialect.FacetedDialect;
import org.shardingjdbc.dialect.Facets;

/** Standard SQL without extras. No database is one: it is what texts are read as where none is known. */
public final class StandardDialect extends FacetedDialect {
    /** For the service loader. */
    public StandardDialect() {
        super("SQL92", new Facets(new NoDrivers(), new StandardTemporaries()));
    }
}
