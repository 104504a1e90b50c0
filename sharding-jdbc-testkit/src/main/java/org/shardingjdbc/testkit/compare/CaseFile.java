package org.shardingjdbc.testkit.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * A text file of SQL statements that a plain and a sharded database must answer alike. Blocks are divided by blank
 * lines; a block is one statement (a final semicolon is dropped) under any number of headers:
 *
 * <pre>
 * # free text; the first such line is the title of the test
 * -- ordered             the rows come in the same order (the default where the text has an ORDER BY)
 * -- bag                 the rows come in any order (the default where it has none)
 * -- by: a, b            the order of these columns counts, ties are bags
 * -- update: t1, t2      an update count; afterwards these tables are compared whole (there may be none)
 * -- keys                an update whose generated keys are compared
 * -- undo                the update is rolled back after the comparison
 * -- error               both sides fail
 * -- refused: SHD-2004   the sharded side refuses it with that code; the plain one never sees it
 * -- params: 1, 'a', 2.5, 7L, true, null, date '2024-01-31', timestamp '2024-01-31 10:00:00'
 * -- prepared            a PreparedStatement though there are no parameters
 * -- only: H2, MARIADB   runs on these databases; "not:" on all others
 * -- exact types         precision, scale and nullability count too
 * -- any types           types do not count
 * -- newest              not on an older server of its kind; the title says why where it is not a name
 * -- as text             not where the server prepares all: the plain database itself errs then
 * -- approximate         fractions may differ by one part in 10^9
 * -- begin               no statement: starts a transaction; also "commit" and "rollback"
 * </pre>
 *
 * <p>Cases run in file order on one connection per side. Immutable.
 */
public final class CaseFile {
    private final String name;
    private final List<SqlCase> cases;

    private CaseFile(String name, List<SqlCase> cases) {
        this.name = name;
        this.cases = List.copyOf(cases);
    }

    /**
     * Reads a class path resource.
     *
     * @throws IllegalArgumentException when there is none, or with the line of the first malformed block
     */
    public static CaseFile resource(Class<?> beside, String name) throws IOException {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("No resource " + name + " beside " + beside.getName());
            }
            return parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /**
     * Reads the text of a case file.
     *
     * @param name for messages
     */
    public static CaseFile parse(String name, String text) {
        return new CaseFile(name, new CaseFileReader(name).read(text));
    }

    /** How many statements the file has for that kind of database. */
    public long count(DatabaseKind kind) {
        return cases.stream()
                .filter(c -> c.kinds().contains(kind) && !c.sql().isEmpty())
                .count();
    }

    /**
     * One dynamic test per case for that kind of database, to be returned by a {@code @TestFactory} method.
     *
     * @param both asked for when the first test runs, and by every test again
     */
    public Stream<DynamicTest> tests(DatabaseKind kind, Supplier<PlainAndSharded> both) {
        return tests(kind, both, null);
    }

    /** As {@link #tests(DatabaseKind, Supplier)}, where the driver has its server prepare every statement. */
    public Stream<DynamicTest> testsPreparedByTheServer(DatabaseKind kind, Supplier<PlainAndSharded> both) {
        return tests(kind, both, SqlCase.Option.AS_TEXT);
    }

    /**
     * As {@link #tests(DatabaseKind, Supplier)}, on an older server of that kind: a statement that the plain one does
     * not understand must fail on the sharded side too.
     */
    public Stream<DynamicTest> testsOnAnOlderServer(DatabaseKind kind, Supplier<PlainAndSharded> both) {
        return tests(kind, both, SqlCase.Option.NEWEST);
    }

    /**
     * Tries the statements for all kinds of databases on one that is none of them. What a write does is taken back, and
     * neither types nor the last digits of fractions are compared.
     *
     * @param to told of each
     */
    public void tryAll(PlainAndSharded both, Consumer<ComparedOutcome> to) throws SQLException {
        for (SqlCase sqlCase : cases) {
            if (sqlCase.sql().isEmpty()) {
                continue;
            }
            boolean query = sqlCase.sql().regionMatches(true, 0, "SELECT", 0, 6);
            if (!query) {
                both.begin();
            }
            try {
                String title = name + ":" + sqlCase.line() + " " + sqlCase.title();
                to.accept(comparison(sqlCase, both, false).tried(title));
            } finally {
                if (!query) {
                    both.rollback();
                }
            }
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind, Supplier<PlainAndSharded> both, SqlCase.Option left) {
        boolean older = left == SqlCase.Option.NEWEST;
        List<DynamicTest> tests = new ArrayList<>();
        for (SqlCase sqlCase : cases) {
            if (sqlCase.kinds().contains(kind) && !sqlCase.options().contains(left)) {
                String title = name + ":" + sqlCase.line() + " " + sqlCase.title();
                tests.add(DynamicTest.dynamicTest(title, () -> run(sqlCase, both.get(), older)));
            }
        }
        return tests.stream();
    }

    private static void run(SqlCase sqlCase, PlainAndSharded both, boolean older) throws SQLException {
        if (!sqlCase.options().contains(SqlCase.Option.UNDO)) {
            answer(sqlCase, both, older);
            return;
        }
        both.begin();
        try {
            answer(sqlCase, both, older);
        } catch (AssertionError e) {
            rollbackAfter(e, both);
            throw e;
        }
        both.rollback();
    }

    private static void rollbackAfter(AssertionError error, PlainAndSharded both) {
        try {
            both.rollback();
        } catch (SQLException e) {
            error.addSuppressed(e);
        }
    }

    private static void answer(SqlCase sqlCase, PlainAndSharded both, boolean older) throws SQLException {
        switch (sqlCase.expectation()) {
            case BEGIN -> both.begin();
            case COMMIT -> both.commit();
            case ROLLBACK -> both.rollback();
            case BOTH_FAIL -> comparison(sqlCase, both, older).bothFail();
            case REFUSED -> comparison(sqlCase, both, older).isRefused(sqlCase.refusal());
            case QUERY, UPDATE -> comparison(sqlCase, both, older).agree();
        }
        for (String table : sqlCase.tables()) {
            both.query("SELECT * FROM " + table).bag().agree();
        }
    }

    private static ComparedStatement comparison(SqlCase sqlCase, PlainAndSharded both, boolean older) {
        ComparedStatement comparison =
                both.query(sqlCase.sql(), sqlCase.parameters().toArray()).order(sqlCase.order());
        if (older) {
            comparison.whereUnderstood();
        }
        for (SqlCase.Option option : sqlCase.options()) {
            switch (option) {
                case EXACT_TYPES -> comparison.exactTypes();
                case ANY_TYPES -> comparison.anyTypes();
                case APPROXIMATE -> comparison.approximate();
                case PREPARED -> comparison.prepared();
                case KEYS -> comparison.withGeneratedKeys();
                case UNDO, NEWEST, AS_TEXT -> {
                    // They are about the case as a whole.
                }
            }
        }
        return comparison;
    }
}
