package org.shardingjdbc.feature.together.transactions;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * What an application might do next: statements of all kinds over four tables, some of which fail, in and out of
 * transactions with savepoints. The same steps for the same seed. Not thread-safe.
 */
final class RandomSteps {
    private static final int IDS = 24;
    private static final int KEYS = 6;
    private static final List<String> OWNERS = List.of("anna", "bert", "cleo", "dora");
    private static final String ACCOUNTS = "SELECT id, owner, balance, note FROM t_account ORDER BY id";
    private static final String INSERT = "INSERT INTO t_account (id, owner, balance, note) VALUES (?, ?, ?, ?)";

    /** H2 takes no notice of it; MySQL's driver does not even roll back to savepoints then. */
    private static final Set<DatabaseKind> TELLS_READ_ONLY = Set.of(DatabaseKind.POSTGRESQL, DatabaseKind.MARIADB);

    private final Random random;
    private final DatabaseKind kind;
    private final List<Supplier<Step>> byCalls;
    private final List<Supplier<Step>> byTexts;

    RandomSteps(long seed, DatabaseKind kind) {
        random = new Random(seed);
        this.kind = kind;
        List<Supplier<Step>> calls = statements();
        add(calls, 3, this::begin);
        add(calls, 2, () -> ending("commit", Connection::commit));
        add(calls, 2, () -> ending("rollback", Connection::rollback));
        add(calls, 1, () -> ending("setAutoCommit(true)", connection -> connection.setAutoCommit(true)));
        add(calls, 7, this::savepoint);
        add(calls, 1, this::settings);
        byCalls = List.copyOf(calls);
        List<Supplier<Step>> texts = statements();
        add(texts, 15, this::text);
        byTexts = List.copyOf(texts);
    }

    private List<Supplier<Step>> statements() {
        List<Supplier<Step>> all = new ArrayList<>();
        add(all, 14, this::accounts);
        add(all, 5, this::others);
        add(all, 2, this::batch);
        add(all, 1, this::cursor);
        add(all, 5, this::reads);
        add(all, 3, this::readsOfAnother);
        return all;
    }

    private static void add(List<Supplier<Step>> all, int times, Supplier<Step> kind) {
        for (int i = 0; i < times; i++) {
            all.add(kind);
        }
    }

    /** @param texts whether transactions begin and end by SQL, as migration tools have it, or by JDBC's calls */
    Step next(boolean texts) {
        return one(texts ? byTexts : byCalls).get();
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private int id() {
        return random.nextInt(IDS);
    }

    private int amount() {
        return random.nextInt(9) - 4;
    }

    private Object note() {
        return one(Arrays.asList(null, "", "note 2", "note 3"));
    }

    // ---- transactions

    private Step begin() {
        return new Step("setAutoCommit(false)", side -> {
            side.writer().setAutoCommit(false);
            return null;
        });
    }

    /** How a transaction ends. */
    private interface Ending {
        void end(Connection connection) throws SQLException;
    }

    private static Step ending(String text, Ending ending) {
        return new Step(text, side -> {
            side.forgetSavepoints();
            ending.end(side.writer());
            return null;
        });
    }

    private Step savepoint() {
        int age = random.nextInt(3);
        return switch (random.nextInt(7)) {
            case 0, 1, 2 -> {
                // some differ in the case of a letter only
                String name = random.nextBoolean() ? null : one(List.of("s", "S")) + random.nextInt(3);
                yield new Step("setSavepoint " + name, side -> {
                    side.setSavepoint(name);
                    return null;
                });
            }
            case 3 -> new Step("releaseSavepoint " + age, side -> side.release(age));
            default -> new Step("rollback to savepoint " + age, side -> side.rollbackTo(age));
        };
    }

    private Step text() {
        String quoted = kind.speaksMySql() ? "`A`" : "\"A\"";
        String sql = one(List.of(
                "BEGIN",
                "BEGIN",
                "START TRANSACTION",
                "COMMIT",
                "ROLLBACK",
                "SAVEPOINT a",
                "SAVEPOINT b",
                "SAVEPOINT " + quoted,
                "ROLLBACK TO SAVEPOINT " + quoted,
                "ROLLBACK TO SAVEPOINT a",
                "ROLLBACK TO SAVEPOINT b",
                "RELEASE SAVEPOINT a"));
        return new Step(sql, side -> {
            try (Statement statement = side.writer().createStatement()) {
                statement.execute(sql);
                return null;
            }
        });
    }

    private Step settings() {
        int level = one(List.of(Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_SERIALIZABLE));
        boolean readOnly = random.nextInt(3) == 0;
        if (random.nextBoolean() && TELLS_READ_ONLY.contains(kind)) {
            return setting("setReadOnly " + readOnly, connection -> {
                connection.setReadOnly(readOnly);
                return connection.isReadOnly();
            });
        }
        return setting("setTransactionIsolation " + level, connection -> {
            connection.setTransactionIsolation(level);
            return connection.getTransactionIsolation();
        });
    }

    /** What is set, and tells how it is then. */
    private interface Setting {
        Object set(Connection connection) throws SQLException;
    }

    /** Not in a transaction. */
    private static Step setting(String text, Setting setting) {
        return new Step(text, side -> side.inTransaction() ? null : setting.set(side.writer()));
    }

    // ---- statements that write

    private static Step update(String sql, Object... parameters) {
        return new Step(sql + " " + Arrays.toString(parameters), side -> side.update(sql, parameters));
    }

    private Step accounts() {
        int id = id();
        int other = id();
        int low = Math.min(id, other);
        int high = Math.max(id, other);
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> update(INSERT, id, one(OWNERS), amount(), note());
            case 3, 4 ->
                update(
                        INSERT + ", (?, ?, 7, NULL), (?, ?, ?, 'third')",
                        id,
                        one(OWNERS),
                        amount(),
                        note(),
                        other,
                        one(OWNERS),
                        id(),
                        one(OWNERS),
                        amount());
            case 5 -> update("UPDATE t_account SET balance = balance + ? WHERE id = ?", amount(), id);
            case 6, 7 ->
                update("UPDATE t_account SET balance = balance + ? WHERE id BETWEEN ? AND ?", amount(), low, high);
            case 8 ->
                update("UPDATE t_account SET owner = ?, note = ? WHERE owner = ?", one(OWNERS), note(), one(OWNERS));
            case 9 -> update("DELETE FROM t_account WHERE id BETWEEN ? AND ?", low, Math.min(high, low + 4));
            case 10 -> update("DELETE FROM t_account WHERE id = ?", id);
            case 11 -> upsert(id, other == id ? id + 1 : other);
            default ->
                // fails on one node where that row is there, when others may be done
                update(
                        "UPDATE t_account SET balance = CASE WHEN id = ? THEN NULL ELSE balance + 1 END WHERE id >= ?",
                        id,
                        low);
        };
    }

    private Step upsert(int id, int other) {
        String columns = "t_account (id, owner, balance) ";
        String sql =
                switch (kind) {
                    case H2 -> "MERGE INTO " + columns + "KEY (id) VALUES (?, ?, ?), (?, ?, 3)";
                    case POSTGRESQL ->
                        "INSERT INTO " + columns + "VALUES (?, ?, ?), (?, ?, 3) ON CONFLICT (id)"
                                + " DO UPDATE SET owner = EXCLUDED.owner, balance = EXCLUDED.balance";
                    case MARIADB, MYSQL ->
                        "INSERT INTO " + columns + "VALUES (?, ?, ?), (?, ?, 3)"
                                + " ON DUPLICATE KEY UPDATE owner = VALUES(owner), balance = VALUES(balance)";
                };
        return update(sql, id, one(OWNERS), amount(), other, one(OWNERS));
    }

    private Step others() {
        return switch (random.nextInt(8)) {
            case 0, 1 ->
                update("INSERT INTO t_entry (id, account_id, amount) VALUES (?, ?, ?)", id() % 4, id(), amount());
            case 2 ->
                update(
                        "INSERT INTO t_entry (id, account_id, amount)"
                                + " SELECT 9, id, balance FROM t_account WHERE id BETWEEN ? AND ?",
                        id() / 2,
                        IDS / 2 + id() / 2);
            case 3 -> update("DELETE FROM t_entry WHERE amount < ?", amount());
            case 4 -> update("INSERT INTO t_setting (k, v) VALUES (?, ?)", random.nextInt(KEYS), one(OWNERS));
            case 5 -> update("UPDATE t_setting SET v = ? WHERE k < ?", one(OWNERS), random.nextInt(KEYS));
            case 6 -> update("INSERT INTO t_single (id, v) VALUES (?, ?)", random.nextInt(KEYS), amount());
            default -> update("UPDATE t_single SET v = v + 1");
        };
    }

    /** In a transaction, as what is left of one that fails without is each database's own. */
    private Step batch() {
        List<Integer> ids = List.of(id(), id(), id());
        String owner = one(OWNERS);
        boolean texts = random.nextBoolean();
        return new Step("batch of " + (texts ? "texts " : "row sets ") + ids, side -> {
            if (!side.inTransaction()) {
                return null;
            }
            side.beginBatch();
            return texts ? batchOfTexts(side, ids, owner) : batchOfRowSets(side, ids, owner);
        });
    }

    private static List<Integer> batchOfTexts(Side side, List<Integer> ids, String owner) throws SQLException {
        try (Statement statement = side.writer().createStatement()) {
            for (int id : ids) {
                statement.addBatch(
                        "INSERT INTO t_account (id, owner, balance) VALUES (%d, '%s', 1)".formatted(id, owner));
            }
            statement.addBatch("UPDATE t_account SET balance = 0 WHERE id < 3");
            return Arrays.stream(statement.executeBatch()).boxed().toList();
        }
    }

    private static List<Integer> batchOfRowSets(Side side, List<Integer> ids, String owner) throws SQLException {
        try (PreparedStatement statement =
                side.writer().prepareStatement("INSERT INTO t_account (id, owner, balance) VALUES (?, ?, 2)")) {
            for (int id : ids) {
                statement.setInt(1, id);
                statement.setString(2, owner);
                statement.addBatch();
            }
            return Arrays.stream(statement.executeBatch()).boxed().toList();
        }
    }

    /** Writes to rows while it reads them, in a transaction. */
    private Step cursor() {
        int low = id();
        int amount = amount();
        return new Step("cursor from " + low, side -> {
            List<Integer> seen = new ArrayList<>();
            if (!side.inTransaction()) {
                return seen;
            }
            try (PreparedStatement query = side.writer()
                            .prepareStatement("SELECT id, balance FROM t_account WHERE id >= ? ORDER BY id");
                    PreparedStatement update =
                            side.writer().prepareStatement("UPDATE t_account SET balance = ? WHERE id = ?")) {
                query.setFetchSize(2);
                query.setInt(1, low);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        update.setInt(1, rows.getInt("balance") + amount);
                        update.setInt(2, rows.getInt("id"));
                        seen.add(rows.getInt("balance"));
                        seen.add(update.executeUpdate());
                    }
                }
            }
            return seen;
        });
    }

    // ---- statements that read

    private static Step read(String sql, Object... parameters) {
        return new Step(sql + " " + Arrays.toString(parameters), side -> Side.read(side.writer(), sql, parameters));
    }

    private Step reads() {
        return switch (random.nextInt(6)) {
            case 0 -> read(ACCOUNTS + " FOR UPDATE");
            case 1 -> read("SELECT id, owner, balance FROM t_account WHERE owner = ? ORDER BY id", one(OWNERS));
            case 2 -> read("SELECT SUM(balance), COUNT(*), MIN(id) FROM t_account");
            case 3 ->
                read("SELECT a.id, a.owner, e.id, e.amount, s.v FROM t_account a"
                        + " JOIN t_entry e ON e.account_id = a.id LEFT JOIN t_setting s ON s.k = e.id"
                        + " ORDER BY a.id, e.id");
            case 4 -> read("SELECT k, v FROM t_setting ORDER BY k");
            default -> read("SELECT id, v FROM t_single ORDER BY id");
        };
    }

    /** What somebody else sees meanwhile. */
    private Step readsOfAnother() {
        String sql = one(List.of(
                ACCOUNTS,
                "SELECT account_id, COUNT(*), SUM(amount) FROM t_entry GROUP BY account_id ORDER BY account_id",
                "SELECT k, v FROM t_setting ORDER BY k",
                "SELECT id, v FROM t_single ORDER BY id"));
        return new Step("another: " + sql, side -> Side.read(side.reader(), sql));
    }
}
