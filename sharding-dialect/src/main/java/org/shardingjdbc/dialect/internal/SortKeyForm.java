package org.shardingjdbc.dialect.internal;

import java.util.Locale;

/**
 * What shards return in place of a sort key whose values do not compare by themselves: an expression over the key.
 * Immutable.
 *
 * @param form how the key stands in it
 * @param alias of a derived column
 */
public record SortKeyForm(ValueForm form, String alias) {
    private static final String POSITION = "POSITION_DERIVED";

    /** The place of an enumeration's value in its definition. */
    public static SortKeyForm position(ValueForm form) {
        return new SortKeyForm(form, POSITION);
    }

    /** What the database sorts a value by. */
    public static SortKeyForm weight(ValueForm form) {
        return new SortKeyForm(form, "WEIGHT_DERIVED");
    }

    /**
     * The same for any of a group's values, whose forms are equal: MySQL does not see that an expression over a
     * computed group key has one value in each group. (The form of MIN of the key would not do: MySQL takes the bytes
     * of MIN of a group key that is made of a text and a number, {@code CONCAT(c, n)}, for those of another character
     * set.)
     */
    public SortKeyForm ofGroup() {
        return new SortKeyForm(form.in("MIN"), alias);
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
