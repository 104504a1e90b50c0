package org.shardingjdbc.rule.hint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * All hints there are, one constant each: what comments call it, how a comment's text becomes its value, what holds by
 * default, and how the values of nested scopes are combined. {@link HintValues} hold a value of each,
 * {@link CommentHint} reads those that have a key; a new hint is a constant here and a question of {@link HintValues},
 * and a method of {@link ShardingHint} where scopes can say it. Immutable.
 *
 * @param <T> the type of its values, which are immutable
 */
final class Hint<T> {
    /** In place of a logic table: for all of them. */
    static final String ALL_TABLES = "";

    /** By lower-case logic table. */
    static final Hint<Map<String, List<Comparable<?>>>> DATABASE_VALUES = values("SHARDING_DATABASE_VALUE");

    /** By lower-case logic table. */
    static final Hint<Map<String, List<Comparable<?>>>> TABLE_VALUES = values("SHARDING_TABLE_VALUE");

    static final Hint<String> DATA_SOURCE_NAME =
            new Hint<String>("DATA_SOURCE_NAME", null, (inner, outer) -> inner, Hint::dataSourceName).steering();
    static final Hint<Boolean> SKIP_REWRITE = flag("SKIP_SQL_REWRITE").steering();
    static final Hint<Set<String>> DISABLED_AUDITORS =
            names("DISABLE_AUDIT_NAMES").steering();
    static final Hint<Set<String>> DISABLED_LIMITS = names("DISABLE_LIMIT_NAMES");
    static final Hint<Boolean> PARTIAL_ANSWERS = flag("PARTIAL_ANSWERS");
    static final Hint<Boolean> PRIMARY_ONLY = flag("WRITE_ROUTE_ONLY");
    static final Hint<Boolean> REPLICA_ALLOWED = flag("REPLICA_ALLOWED");
    static final Hint<Side> SIDE =
            new Hint<>("SHADOW", Side.ANY, (inner, outer) -> inner, (entry, before) -> side(entry));

    /** Asks for what is the case anyway, and so says nothing. */
    static final Hint<Boolean> SKIP_VALIDATION =
            new Hint<>("SKIP_METADATA_VALIDATE", false, (inner, outer) -> inner, (entry, before) -> {
                entry.flag();
                return false;
            });

    static final Hint<String> READER =
            Hint.<String>ofScopes((inner, outer) -> inner).steering();
    static final Hint<String> TRANSACTION_TYPE = ofScopes((inner, outer) -> inner);
    static final Hint<WritesToken> SEEN_WRITES = ofScopes(WritesToken::and);
    static final Hint<KeyHint> KEY = ofScopes((inner, outer) -> inner);

    private static final List<Hint<?>> IN_COMMENTS = List.of(
            DATABASE_VALUES,
            TABLE_VALUES,
            DATA_SOURCE_NAME,
            SKIP_REWRITE,
            DISABLED_AUDITORS,
            DISABLED_LIMITS,
            PARTIAL_ANSWERS,
            PRIMARY_ONLY,
            REPLICA_ALLOWED,
            SIDE,
            SKIP_VALIDATION);

    private static final Map<String, Hint<?>> BY_KEY = byKey();

    private final @Nullable String key;
    private final @Nullable T unsaid;
    private final BinaryOperator<T> upon;
    private final @Nullable CommentReader<T> reader;
    private final boolean steers;

    /** How a value is read from a comment. */
    @FunctionalInterface
    private interface CommentReader<T> {
        /** @param before what the comment says so far */
        T read(Entry entry, @Nullable T before);
    }

    /**
     * An entry of a comment.
     *
     * @param key with its table, as it is written
     * @param table lower-case; {@link #ALL_TABLES} where it names none
     */
    record Entry(String key, String table, String value) {
        boolean flag() {
            if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
                return value.equalsIgnoreCase("true");
            }
            throw invalid("key '" + key + "' must be true or false");
        }

        /** A whole number as Long, anything else as text. */
        private Comparable<?> number() {
            try {
                return Long.valueOf(value);
            } catch (NumberFormatException e) {
                return value;
            }
        }
    }

    private Hint(@Nullable String key, @Nullable T unsaid, BinaryOperator<T> upon, @Nullable CommentReader<T> reader) {
        this(key, unsaid, upon, reader, false);
    }

    private Hint(
            @Nullable String key,
            @Nullable T unsaid,
            BinaryOperator<T> upon,
            @Nullable CommentReader<T> reader,
            boolean steers) {
        this.key = key;
        this.unsaid = unsaid;
        this.upon = upon;
        this.reader = reader;
        this.steers = steers;
    }

    /** The same, as one that says where statements go. */
    private Hint<T> steering() {
        return new Hint<>(key, unsaid, upon, reader, true);
    }

    private static Hint<Boolean> flag(String key) {
        return new Hint<>(key, false, Boolean::logicalOr, (entry, before) -> entry.flag());
    }

    private static Hint<Set<String>> names(String key) {
        return new Hint<>(key, Set.of(), Hint::both, (entry, before) -> {
            Set<String> names = Set.copyOf(Arrays.asList(entry.value().split("[\\s;]+")));
            return before == null ? names : both(names, before);
        });
    }

    /** For all tables or for some. Values that an inner scope gives for all tables hold for all of them. */
    private static Hint<Map<String, List<Comparable<?>>>> values(String key) {
        return new Hint<Map<String, List<Comparable<?>>>>(
                        key,
                        Map.of(),
                        (inner, outer) -> {
                            Map<String, List<Comparable<?>>> both =
                                    new LinkedHashMap<>(inner.containsKey(ALL_TABLES) ? Map.of() : outer);
                            both.putAll(inner);
                            return both;
                        },
                        (entry, before) -> plus(before == null ? Map.of() : before, entry.table(), entry.number()))
                .steering();
    }

    /** Comments cannot say it. */
    private static <T> Hint<T> ofScopes(BinaryOperator<T> upon) {
        return new Hint<>(null, null, upon, null);
    }

    private static Map<String, Hint<?>> byKey() {
        Map<String, Hint<?>> byKey = new LinkedHashMap<>();
        for (Hint<?> each : IN_COMMENTS) {
            String key = String.valueOf(each.key);
            byKey.put(key, each);
            // Camel case is read as well.
            byKey.put(key.replace("_", ""), each);
        }
        return byKey;
    }

    /**
     * What a comment calls so.
     *
     * @throws ShardingException when nothing is called so
     */
    static Hint<?> of(String name) {
        int point = name.lastIndexOf('.');
        String key = name.substring(point + 1).trim();
        Hint<?> hint = BY_KEY.get(key.toUpperCase(Locale.ROOT));
        if (hint == null) {
            Set<String> known = new LinkedHashSet<>();
            IN_COMMENTS.forEach(each -> known.add(String.valueOf(each.key)));
            throw invalid("unknown key '" + name + "'" + Nearest.suggestion(key, known));
        }
        if (point >= 0 && hint != DATABASE_VALUES && hint != TABLE_VALUES) {
            throw invalid("key '" + hint.key + "' holds for the whole statement, not for table '"
                    + name.substring(0, point).trim() + "'");
        }
        return hint;
    }

    /** The default; null if there is none. */
    @Nullable
    T unsaid() {
        return unsaid;
    }

    /** Whether it says where statements go, or what they may do there. */
    boolean steers() {
        return steers;
    }

    /** What holds where both an inner scope, or a comment, and an outer one say something. */
    T upon(T inner, T outer) {
        return upon.apply(inner, outer);
    }

    /** What a comment says with one more entry, of a hint that has a key. */
    T read(Entry entry, @Nullable T before) {
        return Objects.requireNonNull(reader, "no hint of comments").read(entry, before);
    }

    /** One more value for a table. */
    static Map<String, List<Comparable<?>>> plus(
            Map<String, List<Comparable<?>>> values, String logicTable, Comparable<?> value) {
        String table = logicTable.toLowerCase(Locale.ROOT);
        Map<String, List<Comparable<?>>> more = new LinkedHashMap<>(values);
        List<Comparable<?>> list = new ArrayList<>(more.getOrDefault(table, List.of()));
        list.add(value);
        more.put(table, List.copyOf(list));
        return more;
    }

    /** The names of both. */
    static Set<String> both(Set<String> some, Set<String> others) {
        Set<String> all = new HashSet<>(some);
        all.addAll(others);
        return Set.copyOf(all);
    }

    private static String dataSourceName(Entry entry, @Nullable String before) {
        if (before != null && !before.equals(entry.value())) {
            throw invalid("it names two data sources, " + before + " and " + entry.value());
        }
        return entry.value();
    }

    private static Side side(Entry entry) {
        if (entry.value().equalsIgnoreCase("both")) {
            return Side.BOTH;
        }
        if (entry.value().equalsIgnoreCase("true") || entry.value().equalsIgnoreCase("false")) {
            return entry.flag() ? Side.SHADOW : Side.PRODUCTION;
        }
        throw invalid("key '" + entry.key() + "' must be true, false or both");
    }

    static ShardingException invalid(String what) {
        return new ShardingException(ErrorCode.HINT_INVALID, what);
    }
}
