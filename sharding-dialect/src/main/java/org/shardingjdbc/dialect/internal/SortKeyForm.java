package org.shardingjdbc.dialect.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What shards return in place of a sort key whose values do not compare by themselves: an expression over the key.
 * Immutable.
 *
 * @param around the expression's text before, between and after the places where the key stands
 * @param alias of a derived column
 */
public record SortKeyForm(List<String> around, String alias) {
    private static final String POSITION = "POSITION_DERIVED";

    /** The place of an enumeration's value in its definition. */
    public static SortKeyForm position(List<String> around) {
        return new SortKeyForm(around, POSITION);
    }

    /** What the database sorts a value by. */
    public static SortKeyForm weight(List<String> around) {
        return new SortKeyForm(around, "WEIGHT_DERIVED");
    }

    public SortKeyForm {
        around = List.copyOf(around);
    }

    /**
     * The same for any of a group's values, whose forms are equal: MySQL does not see that an expression over a
     * computed group key has one value in each group. (The form of MIN of the key would not do: MySQL takes the bytes
     * of MIN of a group key that is made of a text and a number, {@code CONCAT(c, n)}, for those of another character
     * set.)
     */
    public SortKeyForm ofGroup() {
        List<String> within = new ArrayList<>(around);
        int last = within.size() - 1;
        within.set(0, "MIN(" + within.get(0));
        within.set(last, within.get(last) + ")");
        return new SortKeyForm(within, alias);
    }

    /** Whether it is the place of an enumeration's value in its definition. */
    public boolean isPosition() {
        return alias.equals(POSITION);
    }

    /** The text by which a derived column is found again. */
    public String text(String key) {
        return alias.toLowerCase(Locale.ROOT) + ' ' + key;
    }
}
