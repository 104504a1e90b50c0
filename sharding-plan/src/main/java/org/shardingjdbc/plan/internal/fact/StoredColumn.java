package org.shardingjdbc.plan.internal.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.column.BesideForm;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.column.WrittenForm;

/**
 * A transformed column of a table: values of the application enter, stored ones leave, and the other way round.
 * Immutable.
 *
 * @param table the logic name
 */
public record StoredColumn(String table, TransformedColumn column) {
    /** Whether values are stored otherwise than they are written. */
    public boolean writes() {
        return column.write() != null;
    }

    /** Whether values are seen otherwise than they are stored. */
    public boolean reads() {
        return column.read() != null;
    }

    /** Whether it and another column store equal values alike, in each of their forms. */
    public boolean isStoredLike(StoredColumn other) {
        List<StoredColumn> forms = furtherForms();
        List<StoredColumn> others = other.furtherForms();
        boolean alike = hasFormOf(other)
                && forms.size() == others.size()
                && (column.compared() == null) == (other.column.compared() == null);
        for (int i = 0; alike && i < forms.size(); i++) {
            alike = forms.get(i).hasFormOf(others.get(i));
        }
        return alike;
    }

    private boolean hasFormOf(StoredColumn other) {
        return Objects.equals(column.write(), other.column.write());
    }

    /** The column that comparisons use: itself, or its second form. */
    public StoredColumn asCompared() {
        return column.compared() == null ? this : new StoredColumn(table, column.asCompared());
    }

    /** Whether its stored values are equal exactly when those of another column are. */
    public boolean isComparableWith(StoredColumn other) {
        return column.kept().tellsEquality() && column.kept() == other.column.kept() && hasFormOf(other);
    }

    /** Whether its stored values, in the other column, tell and show no more and no less than in it. */
    public boolean isSeenLike(StoredColumn other) {
        return column.kept() == other.column.kept() && Objects.equals(column.read(), other.column.read());
    }

    /** The forms that are written besides the first, that by which values are compared before others; mostly none. */
    public List<StoredColumn> furtherForms() {
        List<StoredColumn> further = new ArrayList<>();
        if (column.compared() != null) {
            further.add(asCompared());
        }
        for (BesideForm form : column.besides()) {
            further.add(inForm(form.stored(), form.write(), StoredProperty.NULLS));
        }
        return further;
    }

    /** The form that LIKE asks; null where none answers. */
    public @Nullable BesideForm liked() {
        for (BesideForm form : column.besides()) {
            if (!form.patterns().isEmpty()) {
                return form;
            }
        }
        return null;
    }

    /** {@linkplain #liked The form that LIKE asks}, with what makes its patterns. */
    public StoredColumn asLiked(BesideForm form, UnaryOperator<Object> patterns) {
        return inForm(form.stored(), patterns, StoredProperty.EQUALITY);
    }

    /** The same column with what makes each of the other forms of a value; mostly none. */
    public List<StoredColumn> otherForms() {
        List<StoredColumn> others = new ArrayList<>();
        for (UnaryOperator<Object> write : column.otherForms()) {
            others.add(inForm(column.stored(), write, column.kept()));
        }
        return others;
    }

    /** The same column in one form alone, which nobody reads. */
    private StoredColumn inForm(String stored, UnaryOperator<Object> write, StoredProperty kept) {
        return new StoredColumn(
                table, TransformedColumn.of(column.name()).writtenAs(new WrittenForm(stored, write, kept)));
    }

    /**
     * What is stored of a value.
     *
     * @param refusal why it cannot be; null where it can
     */
    public record Stored(@Nullable Object value, @Nullable ShardingException refusal) {}

    /** As {@link #stored}, of a value whose refusal is an answer. */
    public Stored store(@Nullable Object value) {
        UnaryOperator<Object> write = column.write();
        try {
            return new Stored(value == null || write == null ? value : write.apply(value), null);
        } catch (RuntimeException e) {
            return new Stored(null, refuse(e.getMessage(), e));
        }
    }

    /** What is stored of a value. */
    public @Nullable Object stored(@Nullable Object value) {
        UnaryOperator<Object> write = column.write();
        try {
            return value == null || write == null ? value : write.apply(value);
        } catch (RuntimeException e) {
            throw refuse(e.getMessage(), e);
        }
    }

    /** What is seen of a stored value. */
    public @Nullable Object seen(@Nullable Object value) {
        UnaryOperator<Object> read = column.read();
        try {
            return value == null || read == null ? value : read.apply(value);
        } catch (RuntimeException e) {
            throw refuse(e.getMessage(), e);
        }
    }

    /** The refusal of a value. */
    public ShardingException refuse(@Nullable String why, @Nullable Throwable cause) {
        ShardingException refusal =
                new ShardingException(ErrorCode.TRANSFORMED_VALUE_REFUSED, column.name(), table, why);
        if (cause != null) {
            refusal.initCause(cause);
        }
        return refusal;
    }
}
