package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.postgresql.PostgreSqlDialect.PostgreSqlSubqueries;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** openGauss, which reads as PostgreSQL. */
public final class OpenGaussDialect extends FacetedDialect {
    /** For the service loader. */
    public OpenGaussDialect() {
        super(
                "OPENGAUSS",
                "POSTGRESQL",
                new Facets(new OpenGaussDrivers(), new OpenGaussTemporaries())
                        .lexis(new OpenGaussLexis())
                        .naming(new PostgreSqlNaming())
                        .queries(new PostgreSqlQueries())
                        .sorting(new PostgreSqlSorting())
                        .types(new PostgreSqlTypes())
                        .catalogs(new OpenGaussCatalogs(new PostgreSqlNaming()))
                        .writes(new PostgreSqlWrites())
                        .subqueries(new PostgreSqlSubqueries())
                        .sessions(new PostgreSqlSessions())
                        .twoPhaseCommit(new PostgreSqlTwoPhaseCommit())
                        .values(new PostgreSqlValues())
                        .copies(new PostgreSqlCopies()));
    }

    /** openGauss streams as PostgreSQL does; several statements at once are not known to be answered. */
    static final class OpenGaussDrivers implements Drivers {
        @Override
        public String subprotocol() {
            return "opengauss";
        }

        @Override
        public String artifact() {
            return "org.opengauss:opengauss-jdbc";
        }

        @Override
        public String productName() {
            return "openGauss";
        }

        @Override
        public boolean streamsInTransactionOnly() {
            return true;
        }

        @Override
        public boolean returnsRowsAsKeys() {
            return true;
        }

        /** The whole row. */
        @Override
        public boolean tellsMoreThanKeys() {
            return true;
        }

        @Override
        public boolean isOfMissingTable(@Nullable String sqlState) {
            return PostgreSqlDrivers.UNDEFINED_TABLE.equals(sqlState);
        }

        @Override
        public boolean tellsLabelsAsNames() {
            return true;
        }
    }

    /** As PostgreSQL's, without JSON_TABLE. */
    static final class OpenGaussLexis extends PostgreSqlLexis {
        @Override
        public boolean isKeyword(String word) {
            return super.isKeyword(word) && !word.equals("JSON_TABLE");
        }
    }

    /** The system catalogs of an early PostgreSQL, whose collations are all deterministic. */
    static final class OpenGaussCatalogs extends PostgreSqlCatalogs {
        private final Naming naming;

        OpenGaussCatalogs(Naming naming) {
            super(naming);
            this.naming = naming;
        }

        /** Its system catalogs lack columns that those of PostgreSQL have: JDBC is asked. */
        @Override
        public Structures structures() {
            return naming::forms;
        }

        @Override
        String deterministic() {
            return "true";
        }

        @Override
        int majorVersion(Connection connection) {
            return 0;
        }
    }
}
