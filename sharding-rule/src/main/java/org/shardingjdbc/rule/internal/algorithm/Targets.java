package org.shardingjdbc.rule.internal.algorithm;

import java.time.DateTimeException;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.inline.NamePattern;

/** The names that an algorithm chooses among, and what its errors say. Immutable. */
public final class Targets {
    private static final int NAMES_IN_MESSAGE = 20;

    private final String algorithm;
    private final String logicTable;
    private final List<String> columns;
    private final TargetNames names;
    private final boolean oneOfSeveral;
    private final Map<String, ShardingException> rangeRefusals = new ConcurrentHashMap<>();

    /**
     * @param algorithm its name in the configuration
     * @param columns the sharding columns of the strategy, lower case; empty for hints
     * @param names data sources or actual tables, in configured order, no duplicates
     */
    public Targets(String algorithm, String logicTable, List<String> columns, List<String> names) {
        this(algorithm, logicTable, columns, names, false);
    }

    /** @param oneOfSeveral whether there are lists of other data sources, of which each is asked */
    public Targets(
            String algorithm, String logicTable, List<String> columns, List<String> names, boolean oneOfSeveral) {
        this.oneOfSeveral = oneOfSeveral;
        this.algorithm = algorithm;
        this.logicTable = logicTable;
        this.columns = List.copyOf(columns);
        this.names = TargetNames.of(names);
    }

    public String logicTable() {
        return logicTable;
    }

    public List<String> columns() {
        return columns;
    }

    public List<String> names() {
        return names;
    }

    /** What the names are by rule; null where there is none. */
    @Nullable
    NamePattern pattern() {
        return names.pattern();
    }

    /** Whether the lists of other data sources are asked as well, so that this one may have no target. */
    boolean oneOfSeveral() {
        return oneOfSeveral;
    }

    public int size() {
        return names.size();
    }

    /** The index of a name, or -1. */
    public int indexOf(String name) {
        return names.position(name);
    }

    /** The index of the name that was chosen for a value. */
    public int chosen(@Nullable String name, @Nullable Object value) {
        int index = name == null ? -1 : indexOf(name);
        if (index < 0) {
            throw unknown(name, value);
        }
        return index;
    }

    /** Adds the indexes of the names that were chosen for a value. */
    public void addChosen(Collection<String> chosenNames, @Nullable Object value, BitSet chosen) {
        if (chosenNames == null) {
            throw unknown(null, value);
        }
        for (String name : chosenNames) {
            chosen.set(chosen(name, value));
        }
    }

    /** Adds all. */
    public void addAll(BitSet chosen) {
        chosen.set(0, names.size());
    }

    /**
     * The target that stands for a number: the names' common front and the number, filled with zeros to the length that
     * the first name's number has.
     *
     * @return -1 when there is none
     */
    public int numbered(String number) {
        String first = names.iterator().next();
        int end = first.length();
        while (end > 0 && Character.isDigit(first.charAt(end - 1))) {
            end--;
        }
        int zeros = Math.max(0, first.length() - end - number.length());
        return indexOf(first.substring(0, end) + "0".repeat(zeros) + number);
    }

    /**
     * Whether each of the first targets is the {@link #numbered} one of its position.
     *
     * @param count of them
     * @param first how the number 0 is written; longer ones only where it has zeros before it
     * @param last how the last number is written
     * @return false as well where that would have to be asked of each
     */
    boolean areNumbered(int count, String first, String last) {
        NamePattern pattern = pattern();
        return pattern != null
                && pattern.front() != null
                && count <= pattern.size()
                && numbered(first) == 0
                && numbered(last) == count - 1;
    }

    /**
     * The error for a target that is not configured.
     *
     * @param chosen its name; null where there is none
     */
    public ShardingException unknown(@Nullable String chosen, @Nullable Object value) {
        String what = chosen == null ? "no target" : notConfigured("target " + chosen);
        return new ShardingException(
                ErrorCode.SHARDING_TARGET_UNKNOWN, algorithm, logicTable, what, className(value), listed());
    }

    /** What was chosen, as that error says it. */
    public static String notConfigured(String what) {
        return what + ", which is not configured,";
    }

    /** The error for a value that cannot be placed. */
    public ShardingException refused(Object value, @Nullable String why) {
        return new ShardingException(ErrorCode.SHARDING_VALUE_REFUSED, algorithm, logicTable, className(value), why);
    }

    /** The error for a value that cannot be placed, or for all values of its class. */
    ShardingException refused(Object value, IllegalArgumentException cause) {
        return cause instanceof WrongClassException ? classRefused(value, cause) : refused(value, cause.getMessage());
    }

    /** The error for a value of which an expression makes nothing: by itself, or as all of its class. */
    ShardingException notComputed(Object value, RuntimeException cause) {
        boolean byItself = cause instanceof IndexOutOfBoundsException
                || cause instanceof ArithmeticException
                || cause instanceof NumberFormatException
                || cause instanceof DateTimeException;
        return byItself ? refused(value, cause.getMessage()) : classRefused(value, cause);
    }

    private ShardingException classRefused(Object value, RuntimeException cause) {
        return new ShardingException(
                ErrorCode.SHARDING_CLASS_REFUSED, algorithm, logicTable, className(value), cause.getMessage());
    }

    /** The error for an algorithm that threw. */
    public ShardingException failed(RuntimeException cause) {
        return ShardingException.causedBy(
                cause,
                ErrorCode.ALGORITHM_FAILED,
                "Sharding algorithm " + algorithm,
                logicTable,
                cause.getClass().getName());
    }

    /** The error for an interval that the algorithm does not take; it is kept, and raised as a new one. */
    public ShardingException rangeRefused(String column) {
        return rangeRefusals.computeIfAbsent(
                column, name -> new ShardingException(ErrorCode.RANGE_NOT_ROUTABLE, algorithm, logicTable, name));
    }

    /** Their names, of many the first ones, for messages. */
    String listed() {
        if (names.size() <= NAMES_IN_MESSAGE) {
            return names.toString();
        }
        return names.subList(0, NAMES_IN_MESSAGE) + " and " + (names.size() - NAMES_IN_MESSAGE) + " more";
    }

    private static String className(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }
}
