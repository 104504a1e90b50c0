package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.FacetedDialect;

/** H2 in its regular mode. */
public final class H2Dialect extends FacetedDialect {
    /** For the service loader. */
    public H2Dialect() {
        super("H2", new H2Drivers(), new H2Sessions(), new H2Temporaries(), new H2Values());
    }
}
