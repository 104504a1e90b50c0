package org.shardingjdbc.rule.internal.algorithm;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.inline.NamePattern;
import org.shardingjdbc.rule.internal.value.LazyElements;

/**
 * Names of data sources or of actual tables, each once, found by their position and by themselves. Those that are a
 * {@link NamePattern} ({@code t_order_0}, {@code t_order_1}, ...) are not stored: a thousand tables of a thousand data
 * nodes are as many descriptions, not a million texts. Immutable, shared by all threads.
 */
public abstract sealed class TargetNames extends AbstractList<String> implements RandomAccess {
    /**
     * The names of a list.
     *
     * @param names not empty, no duplicates
     */
    public static TargetNames of(List<String> names) {
        if (names instanceof TargetNames known) {
            return known;
        }
        NamePattern pattern = names instanceof NamePattern given ? given : NamePattern.inRow(names);
        return pattern == null ? new ListedNames(names) : new PatternNames(pattern);
    }

    /** What they are by rule; null of those that are stored. */
    public @Nullable NamePattern pattern() {
        return null;
    }

    /** As {@link #get}, for who needs it for a moment: it is not kept. */
    public String passing(int position) {
        NamePattern pattern = pattern();
        return pattern == null ? get(position) : pattern.get(position);
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
        /** Positions, each at the first free place from that of its name's hash on; -1 where there is none. */
        private final int[] places;

        ListedNames(List<String> names) {
            this.names = names.toArray(String[]::new);
            places = new int[Integer.highestOneBit(2 * this.names.length - 1) * 2];
            Arrays.fill(places, -1);
            for (int i = 0; i < this.names.length; i++) {
                int place = place(this.names[i]);
                if (places[place] < 0) {
                    places[place] = i;
                }
            }
        }

        /** Where the position of a name is, or would be. */
        private int place(String name) {
            int last = places.length - 1;
            int hash = name.hashCode() * 0x9E3779B9;
            int place = (hash ^ hash >>> 16) & last;
            while (places[place] >= 0 && !names[places[place]].equals(name)) {
                place = place + 1 & last;
            }
            return place;
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
            return places[place(name)];
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

    /** Names that are made when they are asked for; those that an iteration meets are not kept. */
    private static final class PatternNames extends TargetNames {
        private final NamePattern pattern;
        private final LazyElements<String> kept;

        private PatternNames(NamePattern pattern) {
            this.pattern = pattern;
            this.kept = new LazyElements<>(pattern.size(), pattern::get);
        }

        @Override
        public String get(int position) {
            return kept.get(position);
        }

        @Override
        public int size() {
            return kept.size();
        }

        @Override
        public int position(String name) {
            return pattern.position(name);
        }

        @Override
        public int folded(String name) {
            return pattern.folded(name);
        }

        @Override
        public NamePattern pattern() {
            return pattern;
        }

        @Override
        public Iterator<String> iterator() {
            return pattern.iterator();
        }
    }
}
