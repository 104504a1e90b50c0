package org.shardingjdbc.rule.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A column of a logic table whose values are stored, or seen, otherwise than the application writes them. NULL is
 * stored and seen as NULL; neither operator is given it. Operators do not block, are safe for all threads, and refuse a
 * value by an {@link IllegalArgumentException} that says why and not which value. Immutable, shared by all threads.
 *
 * <p>Columns with equal write operators are stored alike, so that they can be compared with each other. Two columns are
 * equal when all of their parts are.
 *
 * <pre>{@code
 * TransformedColumn.builder("phone")
 *         .stored("phone_cipher")
 *         .write(cipher::encrypt)
 *         .read(cipher::decrypt)
 *         .kept(StoredProperty.EQUALITY)
 *         .build();
 * }</pre>
 */
public final class TransformedColumn {
    private final String name;
    private final String stored;
    private final @Nullable UnaryOperator<Object> write;
    private final @Nullable UnaryOperator<Object> read;
    private final List<UnaryOperator<Object>> otherForms;
    private final StoredProperty kept;
    private final @Nullable ComparedForm compared;
    private final List<BesideForm> besides;
    private final PlainValueUse use;

    private TransformedColumn(Builder parts) {
        name = parts.name;
        stored = parts.stored;
        write = parts.write;
        read = parts.read;
        otherForms = List.copyOf(parts.otherForms);
        kept = parts.kept();
        compared = parts.compared;
        besides = List.copyOf(parts.besides);
        use = parts.use;
        if (write != null && kept == StoredProperty.EVERYTHING) {
            throw new IllegalArgumentException("a column keeps everything only when it is stored as it is written");
        }
        if (write == null && (kept == StoredProperty.EQUALITY || kept == StoredProperty.LOOKUP)) {
            throw new IllegalArgumentException("a column that is stored as it is written keeps everything or nulls");
        }
        if (write == null && !otherForms.isEmpty()) {
            throw new IllegalArgumentException("values that are stored as they are written have one form");
        }
        if (write == null && !besides.isEmpty()) {
            throw new IllegalArgumentException("values that are not written by an operator have one form");
        }
        if (compared != null && (write == null || compared.stored().equalsIgnoreCase(stored))) {
            throw new IllegalArgumentException("what is compared is another form in another column");
        }
    }

    /**
     * A builder of a column that is stored and seen as it is written, until it is told otherwise.
     *
     * @param name that statements use, compared without case
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** The name that statements use, compared without case. */
    public String name() {
        return name;
    }

    /**
     * The column's name in the actual tables, compared without case; mostly the same. Where it is another one,
     * statements cannot name it, and an actual column of the logic name is hidden.
     */
    public String stored() {
        return stored;
    }

    /**
     * Makes what is stored of a value as a setter was given it, or of a text literal.
     *
     * @return null where values are stored as they are
     */
    public @Nullable UnaryOperator<Object> write() {
        return write;
    }

    /**
     * Makes what the application sees of a stored value as the driver's getObject returns it, large texts as a String.
     *
     * @return null where it sees them as they are, by the driver's own getters
     */
    public @Nullable UnaryOperator<Object> read() {
        return read;
    }

    /** What a statement may ask of the stored values: what they tell, or less where they must not tell it. */
    public StoredProperty kept() {
        return kept;
    }

    /** By what values are compared; null where the stored values are. */
    public @Nullable ComparedForm compared() {
        return compared;
    }

    /** Further forms that are written and not read; mostly empty, one of them at most asked by LIKE. */
    @Incubating
    public List<BesideForm> besides() {
        return besides;
    }

    /** What the library may do by itself with the values that are seen. */
    public PlainValueUse use() {
        return use;
    }

    private Builder toBuilder() {
        return new Builder(name)
                .stored(stored)
                .write(write)
                .otherForms(otherForms)
                .read(read)
                .kept(kept)
                .compared(compared)
                .besides(besides)
                .use(use);
    }

    /** The same with what the library may do with the values that are seen. */
    public TransformedColumn usable(PlainValueUse by) {
        return toBuilder().use(by).build();
    }

    /** Whether it has another name in the actual tables. */
    public boolean isRenamed() {
        return !stored.equalsIgnoreCase(name);
    }

    /** Whether the actual table has other columns than statements see: this one's, or one more. */
    public boolean differsInTable() {
        return isRenamed() || compared != null || !besides.isEmpty();
    }

    /** Whether an actual column is part of this one under a name that statements do not have. */
    public boolean hides(String actual) {
        if (actual.equalsIgnoreCase(name)) {
            return false;
        }
        return stored.equalsIgnoreCase(actual)
                || compared != null && compared.stored().equalsIgnoreCase(actual)
                || besides.stream().anyMatch(form -> form.stored().equalsIgnoreCase(actual));
    }

    /** The same with the form that is compared in place of what is stored; itself where that is compared. */
    public TransformedColumn asCompared() {
        return compared == null
                ? this
                : builder(name)
                        .stored(compared.stored())
                        .write(compared.write())
                        .otherForms(compared.otherForms())
                        .kept(compared.kept())
                        .build();
    }

    /** What makes the other forms in which a value may be stored, besides the one that is written; mostly empty. */
    public List<UnaryOperator<Object>> otherForms() {
        return otherForms;
    }

    /** A column that is stored as it is written and seen otherwise; statements may ask everything of it. */
    public static TransformedColumn seenAs(String name, UnaryOperator<Object> read) {
        return seenAs(name, read, StoredProperty.EVERYTHING);
    }

    /**
     * A column that is stored as it is written and seen otherwise.
     *
     * @param asked {@link StoredProperty#EVERYTHING}, or {@link StoredProperty#NULLS} where conditions and orders must
     *     not tell what is not seen
     */
    public static TransformedColumn seenAs(String name, UnaryOperator<Object> read, StoredProperty asked) {
        return builder(name).read(read).kept(asked).build();
    }

    /**
     * The column of a rule that applies after this one's: it is given what this one writes, and this one sees what it
     * reads.
     */
    public TransformedColumn then(TransformedColumn next) {
        return builder(name)
                .stored(isRenamed() ? stored : next.stored)
                .write(inTurn(write, next.write))
                .otherForms(otherFormsInTurn(next.write, next.otherForms))
                .read(inTurn(next.read, read))
                .kept(kept.compareTo(next.kept) < 0 ? kept : next.kept)
                .compared(comparedThen(next))
                .besides(besidesThen(next))
                .use(use.compareTo(next.use) < 0 ? use : next.use)
                .build();
    }

    private List<BesideForm> besidesThen(TransformedColumn next) {
        List<BesideForm> all = new ArrayList<>(besides);
        boolean asked = write == null && kept == StoredProperty.EVERYTHING;
        next.besides.forEach(form -> all.add(
                new BesideForm(form.stored(), after(write, form.write()), asked ? form.patterns() : List.of())));
        return all;
    }

    private @Nullable ComparedForm comparedThen(TransformedColumn next) {
        if (next.compared == null) {
            return compared;
        }
        if (compared != null) {
            throw new IllegalArgumentException("two rules compare column " + name + " by another form");
        }
        boolean forbidden = write == null && kept == StoredProperty.NULLS;
        return new ComparedForm(
                next.compared.stored(),
                after(write, next.compared.write()),
                otherFormsInTurn(next.compared.write(), next.compared.otherForms()),
                forbidden ? StoredProperty.NULLS : next.compared.kept());
    }

    /** Each form of this column's in each one of the next: without the first of both, which is written. */
    private List<UnaryOperator<Object>> otherFormsInTurn(
            @Nullable UnaryOperator<Object> next, List<UnaryOperator<Object>> nextOthers) {
        UnaryOperator<Object> first = write;
        if (first == null) {
            return nextOthers;
        }
        if (next == null) {
            return otherForms;
        }
        List<UnaryOperator<Object>> others = new ArrayList<>();
        for (UnaryOperator<Object> one : allForms(first, otherForms)) {
            for (UnaryOperator<Object> other : allForms(next, nextOthers)) {
                others.add(new InTurn(one, other));
            }
        }
        return others.subList(1, others.size());
    }

    private static List<UnaryOperator<Object>> allForms(
            UnaryOperator<Object> written, List<UnaryOperator<Object>> others) {
        List<UnaryOperator<Object>> all = new ArrayList<>(List.of(written));
        all.addAll(others);
        return all;
    }

    private static @Nullable UnaryOperator<Object> inTurn(
            @Nullable UnaryOperator<Object> first, @Nullable UnaryOperator<Object> second) {
        return second == null ? first : after(first, second);
    }

    private static UnaryOperator<Object> after(@Nullable UnaryOperator<Object> first, UnaryOperator<Object> second) {
        return first == null ? second : new InTurn(first, second);
    }

    /** One operator after the other; equal where both are. */
    private record InTurn(UnaryOperator<Object> first, UnaryOperator<Object> second) implements UnaryOperator<Object> {
        @Override
        public @Nullable Object apply(Object value) {
            Object between = first.apply(value);
            return between == null ? null : second.apply(between);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TransformedColumn column
                && name.equals(column.name)
                && stored.equals(column.stored)
                && Objects.equals(write, column.write)
                && otherForms.equals(column.otherForms)
                && Objects.equals(read, column.read)
                && kept == column.kept
                && Objects.equals(compared, column.compared)
                && besides.equals(column.besides)
                && use == column.use;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, stored, write, otherForms, read, kept, compared, besides, use);
    }

    @Override
    public String toString() {
        return isRenamed() ? name + " stored as " + stored : name;
    }

    /** Collects the parts of a column; what is not said is as the application writes it. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private String stored;
        private @Nullable UnaryOperator<Object> write;
        private List<UnaryOperator<Object>> otherForms = List.of();
        private @Nullable UnaryOperator<Object> read;
        private @Nullable StoredProperty kept;
        private @Nullable ComparedForm compared;
        private final List<BesideForm> besides = new ArrayList<>();
        private PlainValueUse use = PlainValueUse.SHOWN;

        private Builder(String name) {
            this.name = name;
            this.stored = name;
        }

        /** The column's name in the actual tables; the logic one unless said otherwise. */
        public Builder stored(String actual) {
            stored = actual;
            return this;
        }

        /** What makes the stored value of a written one; null for the same. */
        public Builder write(@Nullable UnaryOperator<Object> operator) {
            write = operator;
            return this;
        }

        /**
         * What makes each of the other forms of a value that may be stored: under former keys, say. A value that a
         * column of {@link StoredProperty#LOOKUP} is compared with is looked for in each of them. None unless said
         * otherwise.
         */
        public Builder otherForms(List<UnaryOperator<Object>> operators) {
            otherForms = List.copyOf(operators);
            return this;
        }

        /** What makes the seen value of a stored one; null for the same. */
        public Builder read(@Nullable UnaryOperator<Object> operator) {
            read = operator;
            return this;
        }

        /**
         * What a statement may ask of the stored values; unless it is said, {@link StoredProperty#EVERYTHING} where
         * values are stored as they are written, else {@link StoredProperty#NULLS}.
         */
        public Builder kept(StoredProperty property) {
            kept = property;
            return this;
        }

        private StoredProperty kept() {
            if (kept != null) {
                return kept;
            }
            return write == null ? StoredProperty.EVERYTHING : StoredProperty.NULLS;
        }

        /** Another form, in another actual column, by which values are compared; null for the stored one. */
        public Builder compared(@Nullable ComparedForm form) {
            compared = form;
            return this;
        }

        /** One more form that is written and not read. */
        @Incubating
        public Builder beside(BesideForm form) {
            besides.add(form);
            return this;
        }

        /** As {@link #beside}, for each of them. */
        @Incubating
        public Builder besides(List<BesideForm> forms) {
            besides.addAll(forms);
            return this;
        }

        /** What the library may do by itself with the values that are seen; nothing unless said otherwise. */
        public Builder use(PlainValueUse by) {
            use = by;
            return this;
        }

        /**
         * The column.
         *
         * @throws IllegalArgumentException when parts contradict each other: other values are stored that are said to
         *     be the same, or values that are stored as they are have further forms
         */
        public TransformedColumn build() {
            return new TransformedColumn(this);
        }
    }

    /**
     * An actual column that has a second form of a {@link TransformedColumn}'s values, by which they are compared: two
     * values are equal exactly when these forms are, or one is another form of the same. It is written whenever the
     * column is, and never read.
     *
     * @param stored the actual column's name, compared without case; statements cannot name it
     * @param write makes the form of a value, as {@link TransformedColumn#write} does
     * @param otherForms makes each of the other forms that may be stored; mostly empty
     * @param kept {@link StoredProperty#EQUALITY}, {@link StoredProperty#LOOKUP} where there are several forms, or
     *     {@link StoredProperty#NULLS} where nothing else may be told
     */
    public record ComparedForm(
            String stored, UnaryOperator<Object> write, List<UnaryOperator<Object>> otherForms, StoredProperty kept) {
        public ComparedForm {
            otherForms = List.copyOf(otherForms);
        }

        /** A form by which values may be compared, and the only one. */
        public ComparedForm(String stored, UnaryOperator<Object> write) {
            this(stored, write, List.of(), StoredProperty.EQUALITY);
        }
    }

    /**
     * An actual column that is written whenever a {@link TransformedColumn} is, and never read: by which LIKE is
     * answered, or, while a table goes from one form of its values to another, the form that other instances still
     * read, or will.
     *
     * @param stored the actual column's name, compared without case; unless it is the logic name, statements cannot
     *     name it
     * @param write makes the form of a value, as {@link TransformedColumn#write} does
     * @param patterns what LIKE compares it with, for each way in which a value may be stored; empty where nothing asks
     *     it
     */
    @Incubating
    public record BesideForm(String stored, UnaryOperator<Object> write, List<LikePatterns> patterns) {
        public BesideForm {
            patterns = List.copyOf(patterns);
        }

        /** A form that nothing asks. */
        public BesideForm(String stored, UnaryOperator<Object> write) {
            this(stored, write, List.of());
        }
    }

    /** What the library may do by itself with values of a {@link TransformedColumn} as they are seen. */
    public enum PlainValueUse {
        /** Nothing: they are only shown. What is seen may not be what was written. */
        SHOWN,
        /** Rows may be read and stored again, as they are seen, in the form of another column. */
        COPIED,
        /**
         * Besides, rows may be pulled into temporary tables of a data source that has the column, where any database
         * may compare, order and compute with them.
         */
        PULLED
    }
}
