package org.shardingjdbc.rule.hint;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * A scope in which statements of this thread are routed by values from outside the SQL.
 *
 * <pre>{@code
 * try (ShardingHint hint = ShardingHint.open()) {
 *     hint.addTableShardingValue("t_order", 7);
 *     statement.executeQuery("SELECT * FROM t_order");
 * }
 * }</pre>
 *
 * <p>Scopes nest: values of the inner scope for a table replace those of the outer one, the other values of the outer
 * scope still apply, and closing the inner scope restores them. A scope belongs to the thread that opened it; tasks
 * that run elsewhere open their own. A scope that is closed elsewhere, or before one that it contains, is an error,
 * since its values would otherwise reach statements that they were not meant for.
 *
 * <p>Methods that say something return this scope. They throw a {@link ShardingException} of
 * {@link ErrorCode#HINT_SCOPE_MISUSED} when it is closed, belongs to another thread, or has an open scope inside of it,
 * and a NullPointerException for null. Names that no configuration has are refused by the statement that is executed.
 */
public final class ShardingHint implements AutoCloseable {
    /** Of each thread; null without a scope. */
    static final ThreadLocal<@Nullable ShardingHint> INNERMOST = new ThreadLocal<>();

    private final Thread owner;
    private final @Nullable ShardingHint around;
    /** What this scope says by itself. */
    private HintValues own = HintValues.NONE;

    /** What this scope and those around it say. */
    HintValues values;

    private boolean closed;

    private ShardingHint(Thread owner, @Nullable ShardingHint around) {
        this.owner = owner;
        this.around = around;
        this.values = around == null ? HintValues.NONE : around.values;
    }

    /** Opens a scope inside of those that this thread has open. */
    public static ShardingHint open() {
        ShardingHint hint = new ShardingHint(Thread.currentThread(), INNERMOST.get());
        INNERMOST.set(hint);
        return hint;
    }

    /** One more value for the database strategy of a table, which must be a hint strategy. */
    public ShardingHint addDatabaseShardingValue(String logicTable, Comparable<?> value) {
        requireOpen(logicTable);
        return say(Hint.DATABASE_VALUES, Hint.plus(own.get(Hint.DATABASE_VALUES), logicTable, present(value)));
    }

    /** One more value for the table strategy of a table, which must be a hint strategy. */
    public ShardingHint addTableShardingValue(String logicTable, Comparable<?> value) {
        requireOpen(logicTable);
        return say(Hint.TABLE_VALUES, Hint.plus(own.get(Hint.TABLE_VALUES), logicTable, present(value)));
    }

    /** The only value for the database strategies of all tables, instead of those added before. */
    public ShardingHint setDatabaseShardingValue(Comparable<?> value) {
        requireOpen(value);
        return say(Hint.DATABASE_VALUES, Map.of(Hint.ALL_TABLES, List.of(value)));
    }

    /** The data source that every statement goes to. */
    public ShardingHint setDataSourceName(String name) {
        requireOpen(name);
        return say(Hint.DATA_SOURCE_NAME, name);
    }

    /** Sends statements as they are written, to the data source of {@link #setDataSourceName}. */
    public ShardingHint setSkipRewrite() {
        requireOpen();
        return say(Hint.SKIP_REWRITE, true);
    }

    /**
     * The reader, for rules that do not show the same values to every user, such as masks. It applies while rows are
     * read by {@link java.sql.ResultSet#next}; there is no comment hint for it, because the author of the SQL must not
     * choose the reader.
     */
    public ShardingHint setReader(String name) {
        requireOpen(name);
        return say(Hint.READER, name);
    }

    /** Reads go where writes go, whatever a rule would choose. */
    public ShardingHint setWriteRouteOnly() {
        requireOpen();
        return say(Hint.PRIMARY_ONLY, true);
    }

    /**
     * Reads may be answered by a replica although their session wrote, or its transaction reads from the primary: older
     * data is acceptable here. {@link #setWriteRouteOnly} takes precedence.
     */
    public ShardingHint setReplicaAllowed() {
        requireOpen();
        return say(Hint.REPLICA_ALLOWED, true);
    }

    /**
     * Reads see all that was committed before a token was taken, in this process or another one, by
     * {@code ShardingDataSource.writesToken}: only replicas answer them that are known to have it. Several calls and
     * scopes add up.
     *
     * @throws ShardingException when it is no token
     */
    public ShardingHint seeWrites(String token) {
        requireOpen(token);
        WritesToken before = own.seenWrites();
        WritesToken read = WritesToken.read(token);
        return say(Hint.SEEN_WRITES, before == null ? read : before.and(read));
    }

    /**
     * Whether statements run on production or on its shadow, where a rule has shadows.
     *
     * @param side {@link Side#BOTH} is for definitions; {@link Side#ANY} leaves it to the scopes around
     */
    public ShardingHint setSide(Side side) {
        requireOpen(side);
        return say(Hint.SIDE, side);
    }

    /** Switches auditors off whose configuration allows it. */
    public ShardingHint disableAudit(String... auditorNames) {
        requireOpen();
        return say(Hint.DISABLED_AUDITORS, Hint.both(Set.of(auditorNames), own.get(Hint.DISABLED_AUDITORS)));
    }

    /**
     * Lets reads outside of transactions be answered without the data sources that cannot be reached. An SQLWarning of
     * the statement then names the data nodes that are missing. Code that ignores the warning mistakes the partial
     * answer for a complete one.
     */
    public ShardingHint acceptPartialAnswers() {
        requireOpen();
        return say(Hint.PARTIAL_ANSWERS, true);
    }

    /**
     * Connections that are obtained from a sharding data source while the scope is open begin transactions of that
     * type, as after {@code SET sharding.transaction_type}, until they are closed. Connections that are open already
     * are not affected. Obtaining one fails if there is no such type.
     *
     * @param type such as {@code LOCAL} or {@code XA}, in any case
     */
    public ShardingHint setTransactionType(String type) {
        requireOpen(type);
        return say(Hint.TRANSACTION_TYPE, type);
    }

    /** Switches limits of the rule {@code !LIMITS} off whose configuration allows it. */
    public ShardingHint disableLimits(String... limitNames) {
        requireOpen();
        return say(Hint.DISABLED_LIMITS, Hint.both(Set.of(limitNames), own.get(Hint.DISABLED_LIMITS)));
    }

    /**
     * Ends the scope; the values of the outer scope apply again. Closing it once more does nothing.
     *
     * @throws ShardingException in another thread, or when a scope inside of it is still open
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (Thread.currentThread() != owner) {
            throw new ShardingException(ErrorCode.HINT_SCOPE_MISUSED, "it is closed by another thread than opened it");
        }
        if (INNERMOST.get() != this) {
            throw new ShardingException(ErrorCode.HINT_SCOPE_MISUSED, "it is closed before a scope inside of it");
        }
        closed = true;
        if (around == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(around);
        }
    }

    /** Refuses to change a scope that is closed, of another thread, or has a scope inside of it. */
    private void requireOpen(Object argument) {
        Objects.requireNonNull(argument, "the argument of a hint is null");
        requireOpen();
    }

    private void requireOpen() {
        if (closed || Thread.currentThread() != owner) {
            String how = closed ? "it is closed" : "it belongs to another thread";
            throw new ShardingException(ErrorCode.HINT_SCOPE_MISUSED, how);
        }
        if (INNERMOST.get() != this) {
            throw new ShardingException(
                    ErrorCode.HINT_SCOPE_MISUSED, "it is changed while a scope inside of it is open");
        }
    }

    private <T> ShardingHint say(Hint<T> hint, T value) {
        own = own.plus(hint, value);
        values = own.over(around == null ? HintValues.NONE : around.values);
        return this;
    }

    private static Comparable<?> present(Comparable<?> value) {
        return Objects.requireNonNull(value, "a hinted value is null");
    }
}
