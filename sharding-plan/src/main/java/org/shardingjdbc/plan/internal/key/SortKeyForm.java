package org.shardingjdbc.plan.internal.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.rewrite.internal.Piece;

/**
 * What shards return in place of a sort key whose values do not compare by themselves: an expression over the key.
 * Immutable.
 *
 * @param around the expression's text before, between and after the places where the key stands
 */
public record SortKeyForm(List<String> around) {
    /** The place of an enumeration's value in its definition. */
    static final SortKeyForm POSTGRESQL_POSITION = new SortKeyForm(List.of("array_position(enum_range(", "), ", ")"));

    static final SortKeyForm MYSQL_POSITION = new SortKeyForm(List.of("(", " + 0)"));
    static final SortKeyForm H2_POSITION = new SortKeyForm(List.of("CAST(", " AS INT)"));

    /** The number of a MySQL TIME, whose sign its driver may lose. */
    static final SortKeyForm MYSQL_TIME = new SortKeyForm(List.of("(", " + 0.0)"));

    /** What MySQL and MariaDB sort texts of a collation by that does not pad. */
    static final SortKeyForm WEIGHT = new SortKeyForm(List.of("WEIGHT_STRING(", ")"));

    public SortKeyForm {
        around = List.copyOf(around);
    }

    /**
     * What MySQL and MariaDB sort texts of a collation by that goes on in blanks: the weights of a blank to four bytes,
     * then those of the text. (The text could be padded by the database, {@code AS CHAR(n)}, but then it cuts off the
     * weights of texts whose characters have more than one.)
     *
     * @param collation in lower case, beginning with its character set
     */
    static SortKeyForm paddedWeight(String collation) {
        String charset = collation.substring(0, collation.indexOf('_'));
        String blank = "WEIGHT_STRING(CONVERT(' ' USING " + charset + ") COLLATE " + collation + ")";
        return new SortKeyForm(List.of("CONCAT(LEFT(REPEAT(" + blank + ", 4), 4), WEIGHT_STRING(", "))"));
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
        return new SortKeyForm(within);
    }

    /** The expression over a key. */
    public List<Piece> of(List<Piece> key) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < around.size(); i++) {
            if (i > 0) {
                pieces.addAll(key);
            }
            pieces.add(new Piece.Text(around.get(i)));
        }
        return pieces;
    }

    /** The alias of a derived column. */
    public String alias() {
        return isPosition() ? "POSITION_DERIVED" : "WEIGHT_DERIVED";
    }

    public boolean isPosition() {
        return equals(POSTGRESQL_POSITION) || equals(MYSQL_POSITION) || equals(H2_POSITION);
    }

    /** The text by which a derived column is found again. */
    public String text(String key) {
        return alias().toLowerCase(Locale.ROOT) + ' ' + key;
    }
}
