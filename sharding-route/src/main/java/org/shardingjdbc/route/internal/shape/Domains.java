package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.rule.placement.Domain;

/** The values that are in two domains at once. */
final class Domains {
    private Domains() {}

    static Domain and(Domain one, Domain other) {
        if (one instanceof Domain.All) {
            return other;
        }
        if (other instanceof Domain.All) {
            return one;
        }
        if (one instanceof Domain.Points points) {
            return other instanceof Domain.Points more ? common(points, more) : within(points, (Domain.Interval) other);
        }
        Domain.Interval interval = (Domain.Interval) one;
        return other instanceof Domain.Points points
                ? within(points, interval)
                : common(interval, (Domain.Interval) other);
    }

    private static Domain common(Domain.Points one, Domain.Points other) {
        Set<Object> values = new HashSet<>();
        for (Object value : other.values()) {
            values.add(value);
        }
        List<Object> kept = new ArrayList<>();
        for (Object value : one.values()) {
            if (values.contains(value)) {
                kept.add(value);
            }
        }
        return new Domain.Points(kept.toArray());
    }

    private static Domain within(Domain.Points points, Domain.Interval interval) {
        List<Object> kept = new ArrayList<>();
        for (Object value : points.values()) {
            if (aboveLower(value, interval) && belowUpper(value, interval)) {
                kept.add(value);
            }
        }
        return new Domain.Points(kept.toArray());
    }

    private static boolean aboveLower(Object value, Domain.Interval interval) {
        if (interval.lower() == null || !comparable(value, interval.lower())) {
            return true;
        }
        int order = compare(value, interval.lower());
        return order > 0 || order == 0 && interval.lowerClosed();
    }

    private static boolean belowUpper(Object value, Domain.Interval interval) {
        if (interval.upper() == null || !comparable(value, interval.upper())) {
            return true;
        }
        int order = compare(value, interval.upper());
        return order < 0 || order == 0 && interval.upperClosed();
    }

    private static Domain common(Domain.Interval one, Domain.Interval other) {
        boolean lowerOfOther = one.lower() == null
                || other.lower() != null
                        && comparable(other.lower(), one.lower())
                        && isTighter(compare(other.lower(), one.lower()), other.lowerClosed());
        boolean upperOfOther = one.upper() == null
                || other.upper() != null
                        && comparable(other.upper(), one.upper())
                        && isTighter(compare(one.upper(), other.upper()), other.upperClosed());
        Domain.Interval lower = lowerOfOther ? other : one;
        Domain.Interval upper = upperOfOther ? other : one;
        if (lower.lower() != null && upper.upper() != null && comparable(lower.lower(), upper.upper())) {
            int order = compare(lower.lower(), upper.upper());
            if (order > 0 || order == 0 && !(lower.lowerClosed() && upper.upperClosed())) {
                return Domain.NONE;
            }
        }
        return new Domain.Interval(lower.lower(), lower.lowerClosed(), upper.upper(), upper.upperClosed());
    }

    /** @param inwards positive where a bound is further inside than the one it is compared with */
    private static boolean isTighter(int inwards, boolean closed) {
        return inwards > 0 || inwards == 0 && !closed;
    }

    /** Whether an interval that was written as such has no value. */
    static boolean isEmpty(Domain domain) {
        if (domain instanceof Domain.Points points) {
            return points.values().length == 0;
        }
        return domain instanceof Domain.Interval interval
                && interval.lower() != null
                && interval.upper() != null
                && common(interval, new Domain.Interval(null, false, null, false)) == Domain.NONE;
    }

    private static boolean comparable(Object one, Object other) {
        return one.getClass() == other.getClass();
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        return ((Comparable<Object>) one).compareTo(other);
    }
}
