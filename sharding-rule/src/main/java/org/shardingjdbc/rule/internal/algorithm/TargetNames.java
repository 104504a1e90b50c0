package org.shardingjdbc.rule.internal.algorithm;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Names of data sources or of actual tables, each once, found by their position and by themselves. Those that are a
 * common front and numbers in a row ({@code t_order_0}, {@code t_order_1}, ...) are not stored: a thousand tables of a
 * thousand data nodes are as many descriptions, not a million texts. Immutable, shared by all threads.
 */
public abstract sealed class TargetNames extends AbstractList<String> implements RandomAccess {
    private static final int MOST_DIGITS = 9;

    /**
     * The names of a list.
     *
     * @param names not empty, no duplicates
     */
    public static TargetNames of(List<String> names) {
        if (names instanceof TargetNames known) {
            return known;
        }
        TargetNames numbered = NumberedNames.inRow(names);
        return numbered == null ? new ListedNames(names) : numbered;
    }

    /** The position of a name, or -1. */
    public abstract int position(String name);

    /** The position of the first name that is the same but for the case of letters, or -1. */
    public abstract int folded(String name);

    @Override
    public final int indexOf(@Nullable Object name) {
        return name instanceof String text ? position(text) : -1;
    }

    @Override
    public final int lastIndexOf(@Nullable Object name) {
        return indexOf(name);
    }

    @Override
    public final boolean contains(@Nullable Object name) {
        return indexOf(name) >= 0;
    }

    private static final class ListedNames extends TargetNames {
        private final String[] names;
        private final Map<String, Integer> positions;

        ListedNames(List<String> names) {
            this.names = names.toArray(String[]::new);
            positions = new HashMap<>(2 * this.names.length);
            for (String name : this.names) {
                positions.putIfAbsent(name, positions.size());
            }
        }

        @Override
        public String get(int position) {
            return names[position];
        }

        @Override
        public int size() {
            return names.length;
        }

        @Override
        public int position(String name) {
            Integer position = positions.get(name);
            return position == null ? -1 : position;
        }

        @Override
        public int folded(String name) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].equalsIgnoreCase(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /**
     * A front and numbers in a row, written with zeros up to a width. The texts that were asked for by their position,
     * as plans do, are kept; those that an iteration meets are not.
     */
    private static final class NumberedNames extends TargetNames {
        private final String front;
        private final int first;
        private final int width;
        private final int size;
        /** Null before the first one is asked for. Written by any thread: equal texts are as good as the same. */
        private @Nullable String @Nullable [] made;

        private NumberedNames(String front, int first, int width, int size) {
            this.front = front;
            this.first = first;
            this.width = width;
            this.size = size;
        }

        /** Null where the names are not numbered in a row. */
        static @Nullable NumberedNames inRow(List<String> names) {
            String name = names.get(0);
            int end = name.length();
            while (end > 0 && isDigit(name.charAt(end - 1)) && name.length() - end < MOST_DIGITS) {
                end--;
            }
            if (end == name.length()) {
                return null;
            }
            NumberedNames numbered = new NumberedNames(
                    name.substring(0, end), Integer.parseInt(name.substring(end)), name.length() - end, names.size());
            for (int i = 1; i < names.size(); i++) {
                if (numbered.position(names.get(i)) != i) {
                    return null;
                }
            }
            return numbered;
        }

        private static boolean isDigit(char character) {
            return character >= '0' && character <= '9';
        }

        private String name(int position) {
            String number = Integer.toString(first + position);
            return number.length() < width ? front + "0".repeat(width - number.length()) + number : front + number;
        }

        @Override
        public String get(int position) {
            if (position < 0 || position >= size) {
                throw new IndexOutOfBoundsException(position);
            }
            String[] kept = made;
            if (kept == null) {
                kept = new String[size];
                made = kept;
            }
            String name = kept[position];
            if (name == null) {
                name = name(position);
                kept[position] = name;
            }
            return name;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int position(String name) {
            return name.startsWith(front) ? numbered(name) : -1;
        }

        @Override
        public int folded(String name) {
            return name.regionMatches(true, 0, front, 0, front.length()) ? numbered(name) : -1;
        }

        /** @param name which begins with the front */
        private int numbered(String name) {
            int digits = name.length() - front.length();
            if (digits < width || digits > MOST_DIGITS) {
                return -1;
            }
            int number = 0;
            for (int i = front.length(); i < name.length(); i++) {
                if (!isDigit(name.charAt(i))) {
                    return -1;
                }
                number = number * 10 + name.charAt(i) - '0';
            }
            boolean otherZeros = digits > width && name.charAt(front.length()) == '0';
            int position = number - first;
            return otherZeros || position < 0 || position >= size ? -1 : position;
        }

        @Override
        public Iterator<String> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public String next() {
                    if (next == size) {
                        throw new NoSuchElementException();
                    }
                    return name(next++);
                }
            };
        }
    }
}
