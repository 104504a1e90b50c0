package org.shardingjdbc.dialect.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How values of a type compare when rows of several shards meet.
 *
 * <p>Text is the hard case: two databases never agree on an order except by a collation, and this house has no
 * collations. What it can do: compare code points where the collation is binary, UTF-16 units where H2 has no
 * collation, and the bytes of WEIGHT_STRING where a MySQL collation can be asked for them. A collation of PostgreSQL's
 * that is not binary has an order that only it knows, but equal text is identical text, which is enough to group. Of an
 * enumeration the shards can be asked for the place in its definition. A type that is not known here is never compared
 * here.
 *
 * @param order how sorted rows merge; null when the order is not known here
 * @param equality how equal values are told; null when even that is not known
 * @param form what shards return in its place; null when the values compare by themselves
 * @param beginningOnly whether a database sorts by the beginning of long values only, so that equal ones need not
 *     follow each other
 * @param problem what is unknown, for the refusal; null when {@code order} is not
 */
public record SortKeyType(
        @Nullable ValueOrder order,
        @Nullable ValueOrder equality,
        @Nullable SortKeyForm form,
        boolean beginningOnly,
        @Nullable String problem) {
    /** Decided by the first row's metadata; numbers, times and the like are safe, text is refused then. */
    public static final SortKeyType BY_TYPE = of(ValueOrder.BY_TYPE);

    /** Digits at fixed places, which every collation sorts alike. */
    public static final SortKeyType DIGITS = of(ValueOrder.CODE_POINTS);

    /** Text of which only equality is certain. */
    public static final SortKeyType EQUAL_TEXT = unknown("the collation of the connection", ValueOrder.EQUALITY_ONLY);

    /** What compares, and is equal, in an order. */
    public static SortKeyType of(ValueOrder order) {
        return new SortKeyType(order, order, null, false, null);
    }

    /**
     * What has no order that is known here.
     *
     * @param equality null when even that is not known
     */
    public static SortKeyType unknown(String problem, @Nullable ValueOrder equality) {
        return new SortKeyType(null, equality, null, false, problem);
    }

    /** What compares as numbers once it has that form. */
    public static SortKeyType of(SortKeyForm form) {
        return new SortKeyType(ValueOrder.NUMBER, ValueOrder.NUMBER, form, false, null);
    }

    /**
     * What is unknown, for a refusal; asked only where {@code order} or {@code equality} is null.
     *
     * @throws NullPointerException where both are known
     */
    public String unknown() {
        return Objects.requireNonNull(problem, "nothing is unknown");
    }

    /** Whether shards can return rows sorted by it so that equal values follow each other in an order known here. */
    public boolean sortsGroups() {
        return order != null && order == equality && !beginningOnly;
    }

    /**
     * Whether MySQL groups by it what it tells apart when it counts distinct values: it sorts to group, which is by the
     * beginning of long values and unites zeros of both signs.
     */
    public boolean groupsAsCounted() {
        return !beginningOnly && !(order == ValueOrder.NUMBER && equality == ValueOrder.EQUALITY_ONLY);
    }

    /** How the values of two branches of a set operation compare once they are in one column. */
    public static SortKeyType united(SortKeyType one, SortKeyType other) {
        if (one.equals(other)) {
            return one;
        }
        if (one.form != null || other.form != null) {
            return unknown("a key that needs a derived column", null);
        }
        if (one.order == ValueOrder.NUMBER && other.order == ValueOrder.NUMBER) {
            return one.equality == ValueOrder.EQUALITY_ONLY ? one : other;
        }
        if (one.order == other.order && one.equality == other.equality) {
            return one.beginningOnly ? one : other;
        }
        if (one.order == ValueOrder.BY_TYPE && other.order == ValueOrder.NUMBER
                || one.order == ValueOrder.NUMBER && other.order == ValueOrder.BY_TYPE) {
            return BY_TYPE;
        }
        boolean identical = one.isIdentity() && other.isIdentity();
        return unknown("several types", identical ? ValueOrder.EQUALITY_ONLY : null);
    }

    /** Whether equal texts are identical ones. */
    private boolean isIdentity() {
        return equality == ValueOrder.CODE_POINTS || equality == ValueOrder.EQUALITY_ONLY && order == null;
    }
}
