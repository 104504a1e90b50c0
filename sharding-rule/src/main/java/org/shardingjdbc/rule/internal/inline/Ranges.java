package org.shardingjdbc.rule.internal.inline;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists from one value to another: whole numbers up or down, texts by counting up. */
final class Ranges {
    private static final int MAX_RANGE = 1_000_000;

    private Ranges() {}

    /** @param open whether {@code to} itself is left out */
    static List<Object> of(@Nullable Object from, @Nullable Object to, boolean open) {
        if (from instanceof String a && to instanceof String b) {
            return textRange(a, b, open);
        }
        if (!(from instanceof Number a) || !(to instanceof Number b) || !Arithmetic.areWhole(a, b)) {
            throw Arithmetic.undefined("..", from, to);
        }
        long first = Arithmetic.whole(a).longValueExact();
        long last = Arithmetic.whole(b).longValueExact();
        if (open) {
            if (first == last) {
                return List.of();
            }
            last = first < last ? last - 1 : last + 1;
        }
        return new Range(first, last, Arithmetic.areInts(a, b), open ? b : null);
    }

    /** The positions that a list of them chooses: ends of a range that are negative count from the end. */
    static List<?> positions(List<?> chosen, int size) {
        if (!(chosen instanceof Range range)) {
            return chosen;
        }
        Number excluded = range.excluded;
        long last = excluded == null ? range.first + (long) range.step * (range.size - 1) : excluded.longValue();
        return of(fromStart(range.first, size), fromStart(last, size), excluded != null);
    }

    private static int fromStart(long position, int size) {
        long counted = position < 0 ? position + size : position;
        if (counted < 0) {
            throw new IndexOutOfBoundsException("position " + position + " of " + size);
        }
        return Math.toIntExact(counted);
    }

    /** From one text to another of the same length, counting its last digit or letter up. */
    private static List<Object> textRange(String from, String to, boolean open) {
        List<Object> texts = new ArrayList<>();
        String text = from;
        while (text.length() == to.length() && texts.size() < MAX_RANGE) {
            boolean last = text.equals(to);
            if (!last || !open) {
                texts.add(text);
            }
            if (last) {
                return texts;
            }
            text = next(text);
        }
        throw new IllegalArgumentException("the range '" + from + "'..'" + to + "' has no end");
    }

    private static String next(String text) {
        char[] chars = text.toCharArray();
        for (int i = chars.length - 1; i >= 0; i--) {
            char c = chars[i];
            if (c != '9' && c != 'z' && c != 'Z') {
                chars[i]++;
                return new String(chars);
            }
            chars[i] = c == '9' ? '0' : c == 'z' ? 'a' : 'A';
        }
        return "";
    }

    /** Whole numbers up or down. */
    static final class Range extends AbstractList<Object> {
        private final long first;
        private final int size;
        private final int step;
        private final boolean ints;
        private final @Nullable Number excluded;

        /** @param excluded the end if it is left out, or null */
        Range(long first, long last, boolean ints, @Nullable Number excluded) {
            long distance = Math.abs(Math.subtractExact(last, first));
            if (distance >= MAX_RANGE) {
                throw new IllegalArgumentException("the range " + first + ".." + last + " is too long");
            }
            this.first = first;
            this.size = (int) distance + 1;
            this.step = first <= last ? 1 : -1;
            this.ints = ints;
            this.excluded = excluded;
        }

        long first() {
            return first;
        }

        boolean isRising() {
            return step > 0;
        }

        @Override
        public Object get(int index) {
            java.util.Objects.checkIndex(index, size);
            long value = first + (long) step * index;
            return ints ? (Object) (int) value : (Object) value;
        }

        @Override
        public int size() {
            return size;
        }
    }
}
