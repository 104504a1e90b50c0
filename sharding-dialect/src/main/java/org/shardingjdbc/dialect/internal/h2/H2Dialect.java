package org.shardingjdbc.dialect.internal.h2;

import java.util.List;
import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.dialect.internal.Sessions.SettingEffect;
import org.shardingjdbc.dialect.internal.Subqueries;
import org.shardingjdbc.dialect.internal.Syntax;
import org.shardingjdbc.dialect.internal.Temporaries;
import org.shardingjdbc.dialect.internal.Values;
import org.shardingjdbc.dialect.internal.Writes;

/** H2 in its regular mode. */
public final class H2Dialect extends FacetedDialect {
    /** For the service loader. */
    public H2Dialect() {
        super(
                "H2",
                new Facets(new H2Drivers(), new H2Temporaries())
                        .syntax(new H2Syntax())
                        .naming(new H2Naming())
                        .queries(new H2Queries())
                        .sorting(new H2Sorting())
                        .types(new H2Types())
                        .catalogs(new H2Catalogs(new H2Naming()))
                        .writes(new H2Writes())
                        .subqueries(new H2Subqueries())
                        .sessions(new H2Sessions())
                        .twoPhaseCommit(new H2TwoPhaseCommit())
                        .values(new H2Values())
                        .copies(new H2Copies())
                        .hashing(new H2Hashing()));
    }

    /** H2's own: tables of what a write changes, and aggregates of conditions. */
    static final class H2Syntax implements Syntax {
        @Override
        public boolean namedJoins() {
            return false;
        }

        @Override
        public boolean deltaTables() {
            return true;
        }

        @Override
        public boolean truthAggregates() {
            return true;
        }

        @Override
        public boolean parenthesesOpenJoins() {
            return true;
        }
    }

    /** Standard SQL's: double quotes, and capitals where there are none. */
    static final class H2Naming implements Naming {
        @Override
        public char quote() {
            return '"';
        }

        @Override
        public boolean foldsAsConfigured() {
            return true;
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

    /** MERGE INTO ... KEY replaces by columns that it names. */
    static final class H2Writes implements Writes {
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

    /** One collation for all texts; lists have one type, and labels count placeholders. */
    static final class H2Subqueries implements Subqueries {
        @Override
        public boolean textsCompareAlike() {
            return true;
        }

        @Override
        public boolean listsWidenTypes() {
            return true;
        }

        @Override
        public boolean failsToSeekBeyondType() {
            return true;
        }

        @Override
        public boolean labelsCountPlaceholders() {
            return true;
        }
    }

    /** A session of H2 keeps nothing but settings, and does not count what a new table is filled with. */
    static final class H2Sessions implements Sessions {
        @Override
        public boolean countsRowsOfNewTables() {
            return false;
        }

        /** A script may have any SET. */
        @Override
        public boolean staysOnConnection(String first, String second) {
            return first.equals("RUNSCRIPT");
        }

        @Override
        public SettingEffect effect(String name, String value) {
            return switch (name) {
                case "mode", "compatibility_mode", "non_keywords" -> SettingEffect.GRAMMAR;
                case "time zone", "timezone" -> SettingEffect.TIMES;
                case "default_null_ordering" -> value.equals("LOW") ? SettingEffect.NONE : SettingEffect.NULLS;
                case "ignorecase", "collation", "binary_collation" -> SettingEffect.VALUES;
                default -> SettingEffect.NONE;
            };
        }
    }

    /** Local temporary tables, which are not written to the disk. */
    static final class H2Temporaries implements Temporaries {
        @Override
        public String create(String table, String columnsSql) {
            return "CREATE LOCAL TEMPORARY TABLE " + table + " NOT PERSISTENT AS " + columnsSql + " WITH NO DATA";
        }

        @Override
        public String createOf(String table, String definitions) {
            return "CREATE LOCAL TEMPORARY TABLE " + table + definitions + " NOT PERSISTENT";
        }

        @Override
        public String drop(String table) {
            return "DROP TABLE IF EXISTS " + table;
        }

        @Override
        public boolean keepsFixedTexts() {
            return false;
        }
    }

    /** H2 rounds a number that becomes an integer, where others cut it off. */
    static final class H2Values implements Values {
        @Override
        public boolean roundsToIntegers() {
            return true;
        }

        @Override
        public String storedTimestamp() {
            return "CAST(CAST(? AS TIMESTAMP(9)) AS VARCHAR(40))";
        }

        @Override
        public String storedMoment() {
            return "CAST(EXTRACT(EPOCH FROM CAST(? AS TIMESTAMP(9) WITH TIME ZONE)) AS BIGINT)";
        }
    }
}
