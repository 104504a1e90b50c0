package org.shardingjdbc.plan.internal.fact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.PlannedInterceptors;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.internal.Sides;

/**
 * What rules have to do with a statement, besides the places of its tables. Immutable.
 *
 * @param columns which of its values they transform; null where none are
 * @param checks what they look at on each execution; null where nothing
 * @param routed what they look at when the data nodes of an execution are known; null where nothing
 * @param interceptors what they put around each execution; null where nothing
 * @param sides what tells on which side executions run
 * @param ofLast whether it asks for what the last statement of its session did
 * @param variables what it has to do with user variables; null where nothing
 * @param lastKey what it has to do with the key that its session remembers; null where nothing
 * @param plainRead whether it is a read that tables' rows and builtin functions alone decide
 * @param concealed columns whose values in its text must not be shown, as {@code t_user.phone} in small letters; mostly
 *     empty
 * @param words each of them for an explanation, as {@code Encryption transforms t_user.phone}
 */
public record RuleParts(
        @Nullable ColumnValues columns,
        @Nullable PlannedChecks checks,
        @Nullable RoutedChecks routed,
        @Nullable PlannedInterceptors interceptors,
        Sides sides,
        boolean ofLast,
        @Nullable VariableUse variables,
        @Nullable LastKeyUse lastKey,
        boolean plainRead,
        List<String> concealed,
        List<String> words) {
    /**
     * None has to do with it.
     *
     * @param noSides of a configuration without shadows
     */
    public static RuleParts none(Sides noSides, boolean plainRead) {
        return new RuleParts(null, null, null, null, noSides, false, null, null, plainRead, List.of(), List.of());
    }

    public RuleParts {
        concealed = List.copyOf(concealed);
        words = List.copyOf(words);
    }

    /** Whether none has to do with its executions, but for what is looked at as they are routed. */
    public boolean isPlain() {
        return columns == null
                && routed == null
                && interceptors == null
                && !sides.areThere()
                && !ofLast
                && variables == null
                && lastKey == null;
    }

    /** Whether they show rows otherwise than they are stored. */
    public boolean decorateRows() {
        return columns != null && columns.decorates();
    }

    /** The same, of which explanations say more. */
    public RuleParts saying(List<String> more) {
        List<String> all = new ArrayList<>(words);
        all.addAll(more);
        return new RuleParts(
                columns, checks, routed, interceptors, sides, ofLast, variables, lastKey, plainRead, concealed, all);
    }

    /** Whether values of a column, as {@code t_user.phone}, must not be shown. */
    public boolean conceals(String column) {
        return !concealed.isEmpty() && concealed.contains(column.toLowerCase(Locale.ROOT));
    }

    /**
     * What a statement has to do with user variables of MySQL, MariaDB and H2. Immutable.
     *
     * @param left those that it gives values on the connection on which it runs, with their {@code @}, in lower case
     * @param read those whose values it has from before, with the places where they stand
     */
    public record VariableUse(Set<String> left, Map<String, Place> read) {
        /** A place in the text, 1-based. */
        public record Place(int line, int column) {}

        public VariableUse {
            left = Set.copyOf(left);
            read = Map.copyOf(read);
        }
    }
}
