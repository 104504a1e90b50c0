package org.shardingjdbc.testkit.oracle.internal.judge;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.Difference;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.RowOrder;
import org.shardingjdbc.testkit.compare.Tolerance;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement.Kind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/** Compares the two answers of a statement. Immutable. */
public final class Judge {
    private static final String MARK = "SHD-";
    /** "ERROR: " or "(conn=12345) ". */
    private static final int MOST_BEFORE_MARK = 20;

    private static final int MOST_DIGITS = 5;
    private static final int FIRST_REFUSAL = 2000;
    private static final int LAST_REFUSAL = 4999;
    private static final int NOT_UNDERSTOOD = 1002;
    /** A setting that would reach one connection only. */
    private static final int UNSETTABLE = 6009;
    /** "Column is of type integer but expression is of type character varying". */
    private static final String OTHER_TYPE = "42804";

    private final boolean foldsTexts;
    private final boolean foldsShardingColumns;
    private final boolean h2;
    private final boolean postgreSql;
    private final boolean mySql;
    private final boolean mariaDb;
    /** Whether a definition before has kept one of several texts that are equal. */
    private boolean chosen;

    private final BiFunction<Outcome, String, Outcome> settled;
    private final GeneratedKeyMarks madeKeys;

    /** @param schema says whether texts that look different may be equal */
    public Judge(SchemaModel schema) {
        foldsTexts = TextFolding.isNeeded(schema);
        foldsShardingColumns = TextFolding.foldsShardingColumns(schema);
        h2 = schema.kind() == DatabaseKind.H2;
        postgreSql = schema.kind() == DatabaseKind.POSTGRESQL;
        madeKeys = new GeneratedKeyMarks(schema);
        mySql = schema.kind() == DatabaseKind.MYSQL;
        mariaDb = schema.kind() == DatabaseKind.MARIADB;
        settled = switch (schema.kind()) {
            case H2 -> (outcome, sql) -> H2Whims.leaveOut(outcome);
            case MARIADB -> new MariaDbWhims(schema)::leaveOut;
            case MYSQL -> new MySqlWhims(schema)::leaveOut;
            case POSTGRESQL -> (outcome, sql) -> outcome;
        };
    }

    /** Of statements that follow each other, in their order. */
    public Judgement judge(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        chosen |= statement.isDefinition() && TextFolding.choosesAmongEqualTexts(statement.sql());
        if (sharded instanceof Outcome.Failure failure) {
            SQLException e = failure.exception();
            if (plain instanceof Outcome.Failure) {
                return new Judgement(Kind.INVALID, 0, "");
            }
            if (h2 && H2Whims.isOfReading(e, statement.sql())
                    || mySql && MySqlWhims.isOfUnreadView(e, statement.sql())
                    || MariaDbWhims.isFailure(e)) {
                return new Judgement(Kind.INVALID, 0, "");
            }
            return isRefusal(e)
                    ? new Judgement(Kind.REFUSED, codeOf(e), e.getMessage())
                    : Judgement.different("only the sharded database fails: " + e);
        }
        if (plain instanceof Outcome.Failure failure) {
            if (postgreSql && isUnsent(failure.exception(), statement.sql(), sharded)) {
                return new Judgement(Kind.INVALID, 0, "");
            }
            if (isLooseKey(failure.exception())
                    || isFailureOfH2(failure.exception(), statement)
                    || mySql && MySqlWhims.isFailure(failure.exception(), statement.sql())
                    || MariaDbWhims.isFailure(failure.exception())) {
                return new Judgement(Kind.INVALID, 0, "");
            }
            return new Judgement(Kind.LAXER, 0, "only the plain database fails: " + failure.exception());
        }
        Outcome one = comparable(madeKeys.hide(plain, statement.sql()), statement);
        Outcome other = comparable(madeKeys.hide(sharded, statement.sql()), statement);
        String difference = difference(statement, one, other);
        if (difference != null && isOfDatabase(statement, one, other)) {
            return new Judgement(Kind.INVALID, 0, "");
        }
        return difference == null ? Judgement.SAME : Judgement.different(difference);
    }

    /** Whether the database answers the same question in several ways, of which these are two. */
    private boolean isOfDatabase(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        boolean looseSets = postgreSql
                && PostgreSqlWhims.sortsSetsLoosely(statement.sql())
                && between(new RowOrder.Bag(), plain, sharded) == null;
        return looseSets
                || mySql && isOfMySql(statement, plain, sharded)
                || mariaDb
                        && MariaDbWhims.dividesInGroups(statement.sql())
                        && between(order(statement), MariaDbWhims.rounded(plain), MariaDbWhims.rounded(sharded)) == null
                || h2 && !statement.write() && isOfH2(statement, plain, sharded);
    }

    private static boolean isOfH2(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        return H2Whims.filtersLimitedUnion(statement.sql()) || H2Whims.tiesByConstant(statement, plain, sharded);
    }

    private boolean isOfMySql(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        boolean order = between(new RowOrder.Bag(), plain, sharded) == null && MySqlWhims.isSortedLoosely(plain);
        return order
                || MySqlWhims.comparesFoldedTexts(statement.sql())
                || MySqlWhims.isMaxOfNoRows(statement.sql(), plain, sharded)
                || MySqlWhims.isShareOfOneRow(statement.sql(), plain, sharded);
    }

    /** A key is unique within each data node only where texts that lie on different ones are equal. */
    private boolean isLooseKey(SQLException e) {
        return foldsShardingColumns
                && e.getSQLState() != null
                && e.getSQLState().startsWith("23");
    }

    /**
     * Whether PostgreSQL refuses the type of a parameter for the column it is put into, in a query that finds no row to
     * insert. Copied in steps nothing is sent then, so that nobody tells.
     */
    private static boolean isUnsent(SQLException e, String sql, Outcome sharded) {
        return OTHER_TYPE.equals(e.getSQLState())
                && sql.contains("INSERT ")
                && sql.contains("SELECT ")
                && sharded instanceof Outcome.Count count
                && count.count() == 0;
    }

    private boolean isFailureOfH2(SQLException e, GeneratedStatement statement) {
        return h2
                && (H2Whims.isFailure(e)
                        || H2Whims.isOfReading(e, statement.sql())
                        || H2Whims.isUnreadView(e, statement.sql()));
    }

    /** Whether the sharded side will not answer, said by the library itself or by a driver that asked it. */
    public static boolean isRefusal(SQLException e) {
        int code = codeOf(e);
        return code >= FIRST_REFUSAL && code <= LAST_REFUSAL || code == NOT_UNDERSTOOD || code == UNSETTABLE;
    }

    /**
     * The library's number of a failure, 0 where it is none of the library's. Read from the text: between a client and
     * the library may be a driver, which has numbers of its own and writes something before.
     */
    public static int codeOf(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf(MARK);
        int from = at + MARK.length();
        if (at < 0 || at > MOST_BEFORE_MARK) {
            return 0;
        }
        int to = from;
        while (to < message.length() && Character.isDigit(message.charAt(to))) {
            to++;
        }
        return to == from || to - from > MOST_DIGITS ? 0 : Integer.parseInt(message, from, to, 10);
    }

    private String difference(GeneratedStatement statement, Outcome plain, Outcome sharded) {
        RowOrder order = order(statement);
        String exact = between(order, plain, sharded);
        if (exact == null || !foldsTexts) {
            return exact == null || sameButForBlanks(order, statement, plain, sharded) ? null : exact;
        }
        if (between(order, TextFolding.fold(plain), TextFolding.fold(sharded)) != null) {
            return exact;
        }
        // Of texts that the collation calls equal, any may stand for the others.
        boolean anyOfEqual = chosen || TextFolding.choosesAmongEqualTexts(statement.sql());
        return anyOfEqual || between(new RowOrder.Bag(), plain, sharded) == null ? null : exact;
    }

    /** Of texts of PostgreSQL's CHARACTER that differ in trailing blanks only, any may stand for the others. */
    private boolean sameButForBlanks(RowOrder order, GeneratedStatement statement, Outcome plain, Outcome sharded) {
        return postgreSql
                && (chosen || TextFolding.choosesAmongEqualTexts(statement.sql()))
                && between(order, TextFolding.withoutBlanks(plain), TextFolding.withoutBlanks(sharded)) == null;
    }

    private static RowOrder order(GeneratedStatement statement) {
        if (statement.totalOrder()) {
            return new RowOrder.Ordered();
        }
        return statement.orderKeys().isEmpty() ? new RowOrder.Bag() : new RowOrder.ByColumns(statement.orderKeys());
    }

    /**
     * Without what is by chance: the keys of a query's rows come in no order, and of no rows their columns do not
     * count.
     */
    private Outcome comparable(Outcome outcome, GeneratedStatement statement) {
        if (!(outcome instanceof Outcome.Count count) || count.keys() == null) {
            return settled.apply(outcome, statement.sql());
        }
        List<List<Object>> rows = new ArrayList<>(count.keys().rows());
        if (rows.isEmpty()) {
            return new Outcome.Count(count.count(), null);
        }
        if (statement.sql().contains("SELECT ")) {
            rows.sort(Comparator.comparing(Object::toString));
        }
        return new Outcome.Count(count.count(), new Outcome.Rows(count.keys().columns(), rows));
    }

    private static String between(RowOrder order, Outcome plain, Outcome sharded) {
        return new Difference(order, true, false, Tolerance.FLOATING).between(plain, sharded);
    }

    /**
     * What PostgreSQL answers one way or another: columns that a condition makes equal count as one to its sorting,
     * also behind GROUPING SETS, ROLLUP and CUBE, where one of them is NULL and the other is not. So the rows of
     * {@code SELECT a.x, b.y ... WHERE a.x = b.y GROUP BY GROUPING SETS ((a.x), (b.y)) ORDER BY 1, 2} that have no
     * {@code a.x} come in any order. Stateless.
     */
    static final class PostgreSqlWhims {
        private static final Pattern SETS =
                Pattern.compile("(?:GROUPING SETS|ROLLUP|CUBE) \\(([\\w\\s.\",()]*?)\\) (?:HAVING|ORDER)");

        private PostgreSqlWhims() {}

        /** Whether a query groups by sets of columns of which a condition makes two equal. */
        static boolean sortsSetsLoosely(String sql) {
            Matcher sets = SETS.matcher(sql);
            while (sets.find()) {
                List<String> columns = new ArrayList<>();
                for (String column : sets.group(1).split("[\\s(),]+")) {
                    if (!column.isEmpty()) {
                        columns.add(column);
                    }
                }
                for (String one : columns) {
                    if (columns.stream().anyMatch(other -> !other.equals(one) && sql.contains(one + " = " + other))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
