package org.shardingjdbc.rule.column;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The forms of a column that two rules transform, one after the other: the second one is given what the first one
 * writes, and the first one sees what the second one reads. One per pair, used by one thread.
 */
final class FormsInTurn {
    private final TransformedColumn first;
    private final TransformedColumn second;

    FormsInTurn(TransformedColumn first, TransformedColumn second) {
        this.first = first;
        this.second = second;
    }

    /** The column of both, by the name that the first one has. */
    TransformedColumn column() {
        return new TransformedColumn(first.name(), written(), shown(), compared(), besides());
    }

    private WrittenForm written() {
        return new WrittenForm(
                first.isRenamed() ? first.stored() : second.stored(),
                second.write() == null ? first.write() : after(second.write()),
                otherForms(second.write(), second.otherForms()),
                first.kept().compareTo(second.kept()) < 0 ? first.kept() : second.kept());
    }

    private ShownForm shown() {
        UnaryOperator<Object> read = first.read();
        UnaryOperator<Object> stored = second.read();
        return new ShownForm(
                read == null || stored == null ? read == null ? stored : read : new InTurn(stored, read),
                first.use().compareTo(second.use()) < 0 ? first.use() : second.use());
    }

    private @Nullable ComparedForm compared() {
        ComparedForm form = second.compared();
        if (form == null) {
            return first.compared();
        }
        if (first.compared() != null) {
            throw new IllegalArgumentException("two rules compare column " + first.name() + " by another form");
        }
        boolean forbidden = first.write() == null && first.kept() == StoredProperty.NULLS;
        return new ComparedForm(
                form.stored(),
                after(form.write()),
                otherForms(form.write(), form.otherForms()),
                forbidden ? StoredProperty.NULLS : form.kept());
    }

    private List<BesideForm> besides() {
        List<BesideForm> all = new ArrayList<>(first.besides());
        boolean asked = first.write() == null && first.kept() == StoredProperty.EVERYTHING;
        second.besides()
                .forEach(form -> all.add(
                        new BesideForm(form.stored(), after(form.write()), asked ? form.patterns() : List.of())));
        return all;
    }

    /** Each form of the first in each one of the second: without the first of both, which is written. */
    private List<UnaryOperator<Object>> otherForms(
            @Nullable UnaryOperator<Object> next, List<UnaryOperator<Object>> nextOthers) {
        UnaryOperator<Object> write = first.write();
        if (write == null) {
            return nextOthers;
        }
        if (next == null) {
            return first.otherForms();
        }
        List<UnaryOperator<Object>> others = new ArrayList<>();
        for (UnaryOperator<Object> one : all(write, first.otherForms())) {
            for (UnaryOperator<Object> other : all(next, nextOthers)) {
                others.add(new InTurn(one, other));
            }
        }
        return others.subList(1, others.size());
    }

    private static List<UnaryOperator<Object>> all(UnaryOperator<Object> written, List<UnaryOperator<Object>> others) {
        List<UnaryOperator<Object>> all = new ArrayList<>(List.of(written));
        all.addAll(others);
        return all;
    }

    private UnaryOperator<Object> after(UnaryOperator<Object> next) {
        UnaryOperator<Object> write = first.write();
        return write == null ? next : new InTurn(write, next);
    }

    /** One operator after the other; equal where both are. */
    private record InTurn(UnaryOperator<Object> first, UnaryOperator<Object> second) implements UnaryOperator<Object> {
        @Override
        public @Nullable Object apply(Object value) {
            Object between = first.apply(value);
            return between == null ? null : second.apply(between);
        }
    }
}
