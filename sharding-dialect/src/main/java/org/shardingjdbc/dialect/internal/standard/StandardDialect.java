package org.shardingjdbc.dialect.internal.standard;

import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.Temporaries;

/** Standard SQL without extras. No database is one: it is what texts are read as where none is known. */
public final class StandardDialect extends FacetedDialect {
    /** For the service loader. */
    public StandardDialect() {
        super("SQL92", new Facets(new NoDrivers(), new StandardTemporaries()));
    }

    /** No URL and no product shows standard SQL. */
    static final class NoDrivers implements Drivers {
        @Override
        public String subprotocol() {
            return "";
        }

        @Override
        public String productName() {
            return "";
        }

        /** Nobody knows. */
        @Override
        public boolean tellsLabelsAsNames() {
            return true;
        }
    }

    /** Temporary tables as SQL-92 has them. */
    static final class StandardTemporaries implements Temporaries {
        @Override
        public String create(String table, String columnsSql) {
            return "CREATE LOCAL TEMPORARY TABLE " + table + " AS (" + columnsSql + ") WITH NO DATA";
        }

        @Override
        public String createOf(String table, String definitions) {
            return "CREATE LOCAL TEMPORARY TABLE " + table + definitions;
        }

        @Override
        public String drop(String table) {
            return "DROP TABLE " + table;
        }
    }
}
