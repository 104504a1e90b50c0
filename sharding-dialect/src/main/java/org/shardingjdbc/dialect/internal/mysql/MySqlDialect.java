package org.shardingjdbc.dialect.internal.mysql;

import java.math.BigDecimal;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueForm;

/** MySQL, 5.7 and later. */
public final class MySqlDialect extends FacetedDialect {
    /** For the service loader. */
    public MySqlDialect() {
        super(
                "MYSQL",
                new Facets(new MySqlDrivers(), new MySqlTemporaries())
                        .lexis(new MySqlLexis())
                        .syntax(new MySqlSyntax())
                        .naming(new MySqlNaming())
                        .queries(new MySqlQueries())
                        .sorting(new MySqlSorting())
                        .types(new MySqlTypes())
                        .catalogs(new MySqlCatalogs(new MySqlNaming()))
                        .writes(new MySqlWrites())
                        .subqueries(new MySqlSubqueries())
                        .sessions(new MySqlSessions())
                        .twoPhaseCommit(new MySqlTwoPhaseCommit())
                        .values(new MySqlValues())
                        .copies(new MySqlCopies(MySqlCarrier.TIME, false))
                        .hashing(new MySqlHashing())
                        .replication(new MySqlReplication()));
    }

    /** As MariaDB's, but for what only MariaDB knows. */
    static final class MySqlLexis extends MariaDbLexis {
        @Override
        public boolean isKeyword(String word) {
            return super.isKeyword(word) && !word.equals("RETURNING") && !word.equals("STATEMENT");
        }

        @Override
        public boolean runsMarkedComments() {
            return false;
        }

        @Override
        public boolean surelyRuns(int version, boolean marked) {
            return version <= SURE_MYSQL;
        }
    }

    /**
     * As MariaDB's, but that the driver may lose the sign of a TIME, so that its number is asked for, and that
     * ONLY_FULL_GROUP_BY takes a subquery in the select list for another one than the same in GROUP BY.
     */
    static final class MySqlSorting extends MariaDbSorting {
        private static final SortKeyForm TIME =
                SortKeyForm.weight(ValueForm.PLAIN.with(ValueForm.Arithmetic.PLUS_DECIMAL_ZERO));

        @Override
        public SortKeyType ofTime(DeclaredType type) {
            return type.name().equals("time") ? SortKeyType.of(TIME) : super.ofTime(type);
        }

        @Override
        public boolean showsGroupedSubqueries() {
            return false;
        }

        @Override
        public boolean groupsEqualTexts() {
            return false;
        }

        @Override
        public boolean groupsBySortKeys() {
            return true;
        }
    }

    /**
     * As MariaDB's, but that a BIT, or a TINYINT(1) that the driver calls so, is a number, whichever object the driver
     * makes of it. (Of a computed BIT the server sends the digits, which the driver takes for the number's bytes: they
     * are in order too.)
     */
    static final class MySqlTypes extends MariaDbTypes {
        @Override
        public boolean standInsMakeDecimals() {
            return false;
        }

        @Override
        public Bits bits() {
            return Bits.NUMBER;
        }
    }

    /** As MariaDB's, except that MySQL's driver takes negative numbers for false, all but -1. */
    static final class MySqlValues extends MariaDbValues {
        @Override
        public boolean negativesAreFalse() {
            return true;
        }

        @Override
        public String textOf(Number number) {
            return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
        }
    }
}
