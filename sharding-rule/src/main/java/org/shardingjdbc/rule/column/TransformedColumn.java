package org.shardingjdbc.rule.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A column of a logic table whose values are stored, or shown, in another form than the application writes them. Two
 * forms are enough for most columns: how values are written, and how they are shown.
 *
 * <pre>{@code
 * TransformedColumn.of("phone")
 *         .writtenAs(new WrittenForm("phone_cipher", cipher::encrypt, StoredProperty.EQUALITY))
 *         .shownAs(new ShownForm(cipher::decrypt))
 *
 * TransformedColumn.seenAs("phone", mask)                                    // stored as it is
 * }</pre>
 *
 * <p>NULL is stored and shown as NULL; no operator is given it. Operators do not block, are safe for all threads, and
 * refuse a value by an {@link IllegalArgumentException} that says why and not which value. Two columns are equal when
 * all of their parts are. Immutable, shared by all threads.
 *
 * @param name the name that statements use, compared without case
 * @param written how values are stored
 * @param shown how they are shown
 * @param compared another form, in another actual column, by which they are compared; null where the stored values are
 *     compared
 * @param besides further forms that are written and not read; mostly empty, one of them at most asked by LIKE
 */
public record TransformedColumn(
        String name,
        WrittenForm written,
        ShownForm shown,
        @Nullable ComparedForm compared,
        @Incubating List<BesideForm> besides) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when there are further forms of values that are stored as they are, or what is
     *     compared is the stored column
     */
    @Incubating
    public TransformedColumn {
        besides = List.copyOf(besides);
        if (written.write() == null && !besides.isEmpty()) {
            throw new IllegalArgumentException("values that are not written by an operator have one form");
        }
        if (compared != null && (written.write() == null || compared.stored().equalsIgnoreCase(written.stored()))) {
            throw new IllegalArgumentException("what is compared is another form in another column");
        }
    }

    // ---- made of its forms

    /** A column that is stored and shown as the application writes it, under its own name. */
    public static TransformedColumn of(String name) {
        return new TransformedColumn(name, WrittenForm.unchanged(name), ShownForm.AS_STORED, null, List.of());
    }

    /** A column that is stored as it is written and shown otherwise; statements may ask everything of it. */
    public static TransformedColumn seenAs(String name, UnaryOperator<Object> read) {
        return seenAs(name, read, StoredProperty.EVERYTHING);
    }

    /**
     * A column that is stored as it is written and shown otherwise.
     *
     * @param asked {@link StoredProperty#EVERYTHING}, or {@link StoredProperty#NULLS} where conditions and orders must
     *     not tell what is not shown
     */
    public static TransformedColumn seenAs(String name, UnaryOperator<Object> read, StoredProperty asked) {
        return of(name).writtenAs(WrittenForm.unchanged(name).keeping(asked)).shownAs(new ShownForm(read));
    }

    /** The same, stored in that form. */
    public TransformedColumn writtenAs(WrittenForm form) {
        return new TransformedColumn(name, form, shown, compared, besides);
    }

    /** The same, shown in that form. */
    public TransformedColumn shownAs(ShownForm form) {
        return new TransformedColumn(name, written, form, compared, besides);
    }

    /** The same, compared by that form; null for the stored one. */
    public TransformedColumn comparedBy(@Nullable ComparedForm form) {
        return new TransformedColumn(name, written, shown, form, besides);
    }

    /** The same with one more form that is written and not read. */
    @Incubating
    public TransformedColumn beside(BesideForm form) {
        List<BesideForm> all = new ArrayList<>(besides);
        all.add(form);
        return new TransformedColumn(name, written, shown, compared, all);
    }

    /**
     * The column of a rule that applies after this one's: it is given what this one writes, and this one sees what it
     * reads.
     */
    public TransformedColumn then(TransformedColumn next) {
        return new FormsInTurn(this, next).column();
    }

    /** The same with the form that is compared in place of what is stored; itself where that is compared. */
    public TransformedColumn asCompared() {
        return compared == null
                ? this
                : of(name).writtenAs(new WrittenForm(
                        compared.stored(), compared.write(), compared.otherForms(), compared.kept()));
    }

    // ---- asked

    /** As {@link WrittenForm#stored}: where it is not the logic name, an actual column of that name is hidden. */
    public String stored() {
        return written.stored();
    }

    /** As {@link WrittenForm#write}. */
    public @Nullable UnaryOperator<Object> write() {
        return written.write();
    }

    /** As {@link WrittenForm#otherForms}. */
    public List<UnaryOperator<Object>> otherForms() {
        return written.otherForms();
    }

    /** As {@link WrittenForm#kept}. */
    public StoredProperty kept() {
        return written.kept();
    }

    /** As {@link ShownForm#read}. */
    public @Nullable UnaryOperator<Object> read() {
        return shown.read();
    }

    /** As {@link ShownForm#use}. */
    public PlainValueUse use() {
        return shown.use();
    }

    /** Whether it has another name in the actual tables. */
    public boolean isRenamed() {
        return !stored().equalsIgnoreCase(name);
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
        return stored().equalsIgnoreCase(actual)
                || compared != null && compared.stored().equalsIgnoreCase(actual)
                || besides.stream().anyMatch(form -> form.stored().equalsIgnoreCase(actual));
    }

    @Override
    public String toString() {
        return isRenamed() ? name + " stored as " + stored() : name;
    }
}
