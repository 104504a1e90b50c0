package org.shardingjdbc.dialect.standard;

import org.shardingjdbc.dialect.FacetedDialect;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Values;

/** Standard SQL without extras. No database is one: it is what texts are read as where none is known. */
public final class StandardDialect extends FacetedDialect {
    /** For the service loader. */
    public StandardDialect() {
        super("SQL92", new NoDrivers(), new Sessions() {}, new StandardTemporaries(), new Values() {});
    }
}
