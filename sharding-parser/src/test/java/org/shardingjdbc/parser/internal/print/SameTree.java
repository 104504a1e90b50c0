package org.shardingjdbc.parser.internal.print;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.parser.internal.ast.Span;

/** Compares trees by all that their records have, but for spans: also which child is which. */
final class SameTree {
    private SameTree() {}

    /** Where two trees differ, or null. */
    static String difference(Object one, Object two) {
        if (one instanceof Record && two != null && one.getClass() == two.getClass()) {
            return ofRecords(one, two);
        }
        if (one instanceof List<?> ones && two instanceof List<?> twos && ones.size() == twos.size()) {
            for (int at = 0; at < ones.size(); at++) {
                String difference = difference(ones.get(at), twos.get(at));
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
        return Objects.equals(one, two) ? null : one + " is not " + two;
    }

    private static String ofRecords(Object one, Object two) {
        for (RecordComponent component : one.getClass().getRecordComponents()) {
            if (component.getType() == Span.class) {
                continue;
            }
            String difference = difference(value(component, one), value(component, two));
            if (difference != null) {
                return one.getClass().getSimpleName() + "." + component.getName() + ": " + difference;
            }
        }
        return null;
    }

    private static Object value(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
