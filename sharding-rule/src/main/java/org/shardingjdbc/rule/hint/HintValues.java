package org.shardingjdbc.rule.hint;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * The values from outside the SQL that one execution sees: those of the open {@link ShardingHint} scopes and of the
 * statement's comment, and the sharding key of its connection. Immutable, safe for all threads.
 */
public final class HintValues {
    /** No hint at all. */
    public static final HintValues NONE = new HintValues(Map.of());

    /** No hint at all, where it is only asked where an execution would go: rules look at those that are executed. */
    public static final HintValues UNCHECKED = new HintValues(Map.of());

    /** Only the values that differ from the defaults. */
    private final Map<Hint<?>, Object> said;

    private final boolean steers;

    private HintValues(Map<Hint<?>, Object> said) {
        this.said = said;
        this.steers = said.keySet().stream().anyMatch(Hint::steers);
    }

    /**
     * The hints of the open scopes of this thread. Code that decides about an execution uses
     * {@link org.shardingjdbc.rule.datasource.ExecutionFacts#hints} instead, since the statement's comment and the
     * connection's key are taken into account there; this method is for questions that arise while rows are read, such
     * as who the reader is.
     *
     * @return {@link #NONE} without a scope, never null
     */
    @Incubating
    public static HintValues current() {
        ShardingHint innermost = ShardingHint.INNERMOST.get();
        return innermost == null ? NONE : innermost.values;
    }

    /** The value of a hint, or its default; null if it has none. */
    @SuppressWarnings("unchecked")
    <T> @Nullable T said(Hint<T> hint) {
        Object value = said.get(hint);
        // Only plus puts values in, each of its hint's type.
        return value == null ? hint.unsaid() : (T) value;
    }

    /** The value of a hint that has a default. */
    <T> T get(Hint<T> hint) {
        return Objects.requireNonNull(said(hint), "nothing is said");
    }

    /**
     * These, with another value of a hint.
     *
     * @param value null for none
     */
    <T> HintValues plus(Hint<T> hint, @Nullable T value) {
        Map<Hint<?>, Object> more = new IdentityHashMap<>(said);
        if (value == null || value.equals(hint.unsaid())) {
            more.remove(hint);
        } else {
            more.put(hint, value);
        }
        return more.isEmpty() ? NONE : new HintValues(more);
    }

    /**
     * These values within others: those of a scope within those of outer scopes, or those of a comment within all
     * scopes.
     */
    HintValues over(HintValues outer) {
        if (said.isEmpty()) {
            return outer;
        }
        HintValues both = this;
        for (Hint<?> hint : outer.said.keySet()) {
            both = both.plusOuter(hint, outer);
        }
        return both;
    }

    private <T> HintValues plusOuter(Hint<T> hint, HintValues outer) {
        T around = outer.said(hint);
        T inner = said.containsKey(hint) ? said(hint) : null;
        return plus(hint, inner == null || around == null ? around : hint.upon(inner, around));
    }

    /**
     * These upon a connection that has a sharding key.
     *
     * @param key null for none
     */
    public HintValues of(@Nullable KeyHint key) {
        return plus(Hint.KEY, key);
    }

    /** These, for a statement that goes as it is written to that data source. */
    public HintValues verbatimTo(String dataSourceName) {
        return plus(Hint.DATA_SOURCE_NAME, dataSourceName).plus(Hint.SKIP_REWRITE, true);
    }

    /** The database sharding values for a logic table, compared without case; empty when there are none. */
    public List<Comparable<?>> databaseValues(String logicTable) {
        List<Comparable<?>> values = find(get(Hint.DATABASE_VALUES), logicTable);
        KeyHint key = key();
        return values.isEmpty() && key != null ? comparable(key.forDatabase()) : values;
    }

    /** The table sharding values for a logic table, compared without case; empty when there are none. */
    public List<Comparable<?>> tableValues(String logicTable) {
        List<Comparable<?>> values = find(get(Hint.TABLE_VALUES), logicTable);
        KeyHint key = key();
        return values.isEmpty() && key != null ? comparable(key.key()) : values;
    }

    private static List<Comparable<?>> find(Map<String, List<Comparable<?>>> values, String logicTable) {
        List<Comparable<?>> own = values.isEmpty() ? null : values.get(logicTable.toLowerCase(Locale.ROOT));
        return own == null ? values.getOrDefault(Hint.ALL_TABLES, List.of()) : own;
    }

    private static List<Comparable<?>> comparable(@Nullable List<Object> key) {
        List<Comparable<?>> values = new ArrayList<>();
        for (Object each : key == null ? List.of() : key) {
            if (each instanceof Comparable<?> value) {
                values.add(value);
            }
        }
        return values;
    }

    /** The sharding key of the connection; null where it has none. Neither comments nor scopes have one. */
    public @Nullable KeyHint key() {
        return said(Hint.KEY);
    }

    /** The data source that everything goes to; null if there is no such hint. */
    public @Nullable String dataSourceName() {
        return said(Hint.DATA_SOURCE_NAME);
    }

    /** Whether the SQL goes to its data source as it is written; only together with {@link #dataSourceName()}. */
    public boolean skipRewrite() {
        return get(Hint.SKIP_REWRITE);
    }

    /** Whether the auditor of that name is switched off. */
    public boolean auditDisabled(String auditorName) {
        return get(Hint.DISABLED_AUDITORS).contains(auditorName);
    }

    /** Whether the limit of that name is switched off. */
    public boolean limitDisabled(String limitName) {
        return get(Hint.DISABLED_LIMITS).contains(limitName);
    }

    /** Whether a read may be answered without the data sources that cannot be reached. */
    public boolean partialAnswers() {
        return get(Hint.PARTIAL_ANSWERS);
    }

    /** Whether reads go where writes go. */
    public boolean primaryOnly() {
        return get(Hint.PRIMARY_ONLY);
    }

    /** Whether reads may return data that is older than the writes of their session. */
    public boolean replicaAllowed() {
        return get(Hint.REPLICA_ALLOWED);
    }

    /**
     * The writes of other sessions that reads must see; null if there is no such hint. Cannot be given in a comment.
     */
    public @Nullable WritesToken seenWrites() {
        return said(Hint.SEEN_WRITES);
    }

    /** Where statements run, for a rule that has shadows; {@link Side#ANY} if there is no such hint. */
    public Side side() {
        return get(Hint.SIDE);
    }

    /** The transaction type of new connections; null if there is no such hint. Cannot be given in a comment. */
    public @Nullable String transactionType() {
        return said(Hint.TRANSACTION_TYPE);
    }

    /**
     * The reader, for rules that do not show the same values to every user; null if there is no such hint. Cannot be
     * given in a comment.
     */
    public @Nullable String reader() {
        return said(Hint.READER);
    }

    /**
     * Whether any hint decides where a statement goes, besides {@link #primaryOnly}, {@link #replicaAllowed},
     * {@link #seenWrites} and {@link #side}.
     */
    public boolean steers() {
        return steers;
    }

    /** The lower-case logic tables that there are values for; the empty name stands for all tables. */
    Set<String> tables(boolean forDatabase) {
        return get(forDatabase ? Hint.DATABASE_VALUES : Hint.TABLE_VALUES).keySet();
    }
}
