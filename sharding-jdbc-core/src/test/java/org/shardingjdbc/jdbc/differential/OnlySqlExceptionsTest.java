package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Whatever is thrown at the face, nothing but an {@link SQLException} comes back: statements with tokens lost, doubled
 * and exchanged, values of any class, arguments of any size, statements that another thread closes. The property
 * {@code sharding.wild.rounds} makes it longer, {@code sharding.wild.kind} asks another database than H2.
 */
@Tag("random")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnlySqlExceptionsTest {
    private static final String[] FILES = {
        "select.cases",
        "paging.cases",
        "aggregate.cases",
        "join.cases",
        "more.cases",
        "corners.cases",
        "catalog.cases",
        "write.cases",
        "writes-in-steps.cases",
        "subqueries-first.cases"
    };
    private static final int ROUNDS = Integer.getInteger("sharding.wild.rounds", 30);
    private static final DatabaseKind KIND =
            DatabaseKind.valueOf(System.getProperty("sharding.wild.kind", DatabaseKind.H2.name()));
    private static final Dialect DIALECT = Dialects.named(KIND.name());
    private static final long SEED = Long.getLong("sharding.wild.seed", 20_261_122L);
    /** Those of the JDK, which promise a NullPointerException. */
    private static final Set<String> OF_THE_JDK =
            Set.of("enquoteLiteral", "enquoteNCharLiteral", "enquoteIdentifier", "isSimpleIdentifier");

    private static final String CLOSED = "closed by another";

    private final Random random = new Random(SEED);
    private final List<String> statements = new ArrayList<>();
    private final List<List<String>> tokens = new ArrayList<>();
    /** By where it was thrown. */
    private final Map<String, String> unchecked = new LinkedHashMap<>();

    private Fixture<ShardingDataSource> shards;
    private ShardingDataSource sharded;

    @BeforeAll
    void open() throws Exception {
        shards = ShopSchema.describe(TestServer.of(KIND), "wild").open(ShardingDataSourceFactory::create);
        sharded = shards.sharded();
        ShopSchema.fill(shards.both(), KIND);
        for (String file : FILES) {
            try (InputStream in = OnlySqlExceptionsTest.class.getResourceAsStream(file)) {
                read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    @AfterAll
    void close() throws SQLException {
        shards.close();
    }

    private void read(String file) {
        for (String block : file.split("\n\\s*\n")) {
            StringBuilder sql = new StringBuilder();
            for (String line : block.split("\n")) {
                sql.append(line.startsWith("#") || line.startsWith("-- ") ? "" : line + "\n");
            }
            if (!sql.toString().isBlank()) {
                statements.add(sql.toString());
                tokens.add(tokens(sql.toString()));
            }
        }
    }

    private static List<String> tokens(String sql) {
        List<String> tokens = new ArrayList<>();
        for (Span token : Tokens.of(sql, new Span(0, sql.length()), DIALECT).spans()) {
            tokens.add(token.of(sql));
        }
        return tokens;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private String wild() {
        List<String> words = new ArrayList<>(any(tokens));
        for (int i = random.nextInt(3); i >= 0 && !words.isEmpty(); i--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(5)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(random.nextInt(words.size())));
                case 2 -> words.set(at, any(any(tokens)));
                case 3 -> words.add(at, any(any(tokens)));
                default -> words.set(at, words.set(random.nextInt(words.size()), words.get(at)));
            }
        }
        return String.join(" ", words);
    }

    private interface Call {
        void run() throws SQLException;
    }

    private void attempt(String what, Call call) {
        try {
            call.run();
        } catch (SQLException expected) {
            noteDefect(what, expected);
        } catch (RuntimeException | Error e) {
            note(what, e);
        }
    }

    /** The face turns what else is thrown into a defect: it is none of the application's errors. */
    private void noteDefect(String what, SQLException thrown) {
        // what a closing thread takes away under an execution is no defect, but told like one
        if (!what.equals(CLOSED) && thrown.getErrorCode() == ErrorCode.INTERNAL.number() && isOurs(thrown.getCause())) {
            note(what, thrown.getCause());
        }
    }

    /** Whether no driver threw it: of those, H2's is the one that throws nothing unchecked. */
    private static boolean isOurs(Throwable thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (!frame.getClassName().startsWith("java.")) {
                return KIND == DatabaseKind.H2 || frame.getClassName().startsWith("org.shardingjdbc.");
            }
        }
        return true;
    }

    private void note(String what, Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        StackTraceElement[] trace = thrown.getStackTrace();
        unchecked.putIfAbsent(
                thrown.getClass() + " " + (trace.length == 0 ? "" : trace[0]),
                what + "\n" + text.toString().lines().limit(25).reduce("", (a, b) -> a + "\n" + b));
    }

    private void assertNothingUnchecked() {
        assertThat(unchecked.values()).as("seed " + SEED).isEmpty();
    }

    @Test
    void forStatementsWithTokensAtRandom() throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            try (Connection connection = sharded.getConnection()) {
                connection.setAutoCommit(random.nextBoolean());
                for (int i = 0; i < 20; i++) {
                    String sql = wild();
                    attempt(sql, () -> runWild(connection, sql));
                }
                attempt("rollback", connection::rollback);
            }
        }
        assertNothingUnchecked();
    }

    private void runWild(Connection connection, String sql) throws SQLException {
        switch (random.nextInt(4)) {
            case 0 -> {
                try (Statement statement = connection.createStatement()) {
                    statement.setQueryTimeout(5);
                    if (statement.execute(sql)) {
                        readWild(statement.getResultSet());
                    }
                }
            }
            case 1 -> {
                try (Statement statement = connection.createStatement()) {
                    statement.addBatch(sql);
                    statement.addBatch(any(statements));
                    statement.executeBatch();
                }
            }
            case 2 -> {
                try (Statement statement = connection.createStatement()) {
                    readWild(statement.executeQuery("EXPLAIN SHARDING " + sql));
                }
            }
            default -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setQueryTimeout(5);
                    attempt(sql, statement::getMetaData);
                    attempt(sql, statement::getParameterMetaData);
                    for (int i = 1; i < 8; i++) {
                        int position = i;
                        Object value = value();
                        attempt(sql + " " + value, () -> statement.setObject(position, value));
                    }
                    if (statement.execute()) {
                        readWild(statement.getResultSet());
                    }
                }
            }
        }
    }

    private Object value() {
        return switch (random.nextInt(22)) {
            case 0 -> null;
            case 1 -> "";
            case 2 -> "x'\0";
            case 3 -> Long.MIN_VALUE;
            case 4 -> new BigDecimal("1e-999999999");
            case 5 -> new BigDecimal("12345678901234567890.5");
            case 6 -> Double.NaN;
            case 7 -> Float.NEGATIVE_INFINITY;
            case 8 -> new byte[0];
            case 9 -> new Date(Long.MAX_VALUE / 2_000_000);
            case 10 -> new Timestamp(-9_000_000_000_000_000L);
            case 11 -> LocalDate.MAX;
            case 12 -> LocalDateTime.MIN;
            case 13 -> OffsetDateTime.MAX;
            case 14 -> new Object();
            case 15 -> new Time(-1);
            case 16 -> new int[] {1};
            case 17 -> List.of(1);
            case 18 -> java.util.UUID.randomUUID();
            case 19 -> 'c';
            case 20 -> "12x";
            default -> random.nextInt(50);
        };
    }

    private void readWild(ResultSet rows) throws SQLException {
        Method[] methods = ResultSet.class.getMethods();
        for (int i = 0; i < 4 && rows.next(); i++) {
            for (int k = 0; k < 6; k++) {
                Method method = methods[random.nextInt(methods.length)];
                if (method.getName().startsWith("get")) {
                    call(rows, method);
                }
            }
        }
    }

    /** Calls a method with arguments of any kind. */
    private void call(Object target, Method method) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(method.getParameterTypes()[i]);
        }
        String what = method + " " + java.util.Arrays.toString(arguments);
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof SQLException expected) {
                noteDefect(what, expected);
            } else {
                note(what, e.getCause());
            }
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalStateException(what, e);
        }
    }

    private Object argument(Class<?> type) {
        if (type == int.class) {
            return any(List.of(1, 0, -1, 2, 3, 9, 1003, 1007, Integer.MAX_VALUE, Integer.MIN_VALUE));
        }
        if (type == long.class) {
            return any(List.of(1L, 0L, -1L, Long.MAX_VALUE));
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == short.class) {
            return (short) 1;
        }
        if (type == byte.class) {
            return (byte) 1;
        }
        if (type == float.class) {
            return Float.NaN;
        }
        if (type == double.class) {
            return Double.NEGATIVE_INFINITY;
        }
        if (type == String.class && random.nextInt(3) > 0) {
            return any(List.of("", "x", "user_id", "USER_ID", "SELECT 1 FROM t_user", "%", "\\", "public", "t_user"));
        }
        if (type == Class.class && random.nextInt(3) > 0) {
            return any(List.of(String.class, Integer.class, Object.class, LocalDate.class, Calendar.class, Void.class));
        }
        if (type == BigDecimal.class) {
            return new BigDecimal("1e-999999999");
        }
        return type == Object.class ? value() : null;
    }

    @Test
    void forArgumentsOfAnyKind() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (Connection connection = sharded.getConnection()) {
                callAll(Connection.class, connection);
                callAll(java.sql.DatabaseMetaData.class, connection.getMetaData());
            }
            try (Connection connection = sharded.getConnection();
                    Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement(
                            "SELECT u.*, (SELECT COUNT(*) FROM t_account) n FROM t_user u WHERE user_id > ? ORDER BY name");
                    PreparedStatement write =
                            connection.prepareStatement("UPDATE t_user SET name = ? WHERE user_id = ?")) {
                ResultSet rows =
                        statement.executeQuery("SELECT status, COUNT(*), SUM(amount) FROM t_order GROUP BY status");
                callAll(ResultSet.class, rows);
                callAll(java.sql.ResultSetMetaData.class, rows.getMetaData());
                callAll(Statement.class, statement);
                callAll(PreparedStatement.class, prepared);
                callAll(PreparedStatement.class, write);
                attempt("close", () -> shut(prepared));
                callAll(PreparedStatement.class, prepared);
                callAll(ResultSet.class, rows);
            } catch (SQLException e) {
                // a statement that was closed
                continue;
            }
        }
        assertNothingUnchecked();
    }

    private void callAll(Class<?> face, Object target) throws SQLException {
        List<Method> methods = new ArrayList<>(List.of(face.getMethods()));
        java.util.Collections.shuffle(methods, random);
        for (Method method : methods.subList(0, Math.min(60, methods.size()))) {
            boolean ends = Set.of("close", "abort", "closeOnCompletion", "beginRequest", "endRequest")
                    .contains(method.getName());
            if (!ends && !OF_THE_JDK.contains(method.getName())) {
                call(target, method);
            }
        }
    }

    @Test
    void forStatementsThatAnotherThreadCloses() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (Connection connection = sharded.getConnection()) {
                List<Statement> open = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    open.add(connection.prepareStatement(any(List.of(
                            "SELECT * FROM t_user ORDER BY name LIMIT 20",
                            "SELECT * FROM t_user WHERE user_id = 3",
                            "SELECT level, AVG(balance) FROM t_user GROUP BY level",
                            "SELECT * FROM t_user u JOIN t_account a ON a.account_id = u.level",
                            "UPDATE t_user SET level = level WHERE user_id IN (1, 2, 3, 4)"))));
                }
                AtomicBoolean ended = new AtomicBoolean();
                Thread closer = new Thread(() -> closeAll(open, ended));
                closer.start();
                try {
                    for (Statement statement : open) {
                        attempt(CLOSED, () -> use((PreparedStatement) statement));
                    }
                } finally {
                    ended.set(true);
                    closer.join();
                }
            }
        }
        assertNothingUnchecked();
    }

    private static void shut(Statement statement) throws SQLException {
        statement.close();
    }

    private void closeAll(List<Statement> open, AtomicBoolean ended) {
        Random own = new Random(SEED);
        while (!ended.get()) {
            attempt(CLOSED, open.get(own.nextInt(open.size()))::close);
            for (int i = own.nextInt(20_000); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }

    private static void use(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < 4; i++) {
            if (statement.execute()) {
                ResultSet rows = statement.getResultSet();
                while (rows != null && rows.next()) {
                    rows.getString(1);
                }
            }
        }
    }
}
