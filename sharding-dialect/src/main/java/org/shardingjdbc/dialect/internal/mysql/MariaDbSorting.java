package org.shardingjdbc.dialect.internal.mysql;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.Sorting;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueForm.Arithmetic;
import org.shardingjdbc.dialect.internal.ValueOrder;

/** Texts sort by their weights, which the database can be asked for, and long values by their beginning. */
class MariaDbSorting implements Sorting {
    /** The default of {@code max_sort_length}. */
    private static final int MAX_SORT_BYTES = 1024;

    private static final int BYTES_OF_WIDE_CHARACTER = 4;
    private static final int BYTES_OF_LEVELS = 12;
    private static final List<String> NARROW_CHARSETS =
            List.of("latin", "ascii", "cp", "koi", "armscii", "dec8", "greek", "hebrew", "hp8", "keybcs", "mac");

    /** Of two, three and more operands. */
    private static final Set<Integer> COLLATIONS_DO_NOT_MIX = Set.of(1267, 1270, 1271);

    private static final String WEIGHT_STRING = "WEIGHT_STRING";

    private static final SortKeyForm POSITION = SortKeyForm.position(ValueForm.PLAIN.with(Arithmetic.PLUS_ZERO));

    /** Of a FLOAT. */
    private static final SortKeyForm WHOLE = SortKeyForm.weight(ValueForm.PLAIN.with(Arithmetic.TIMES_DOUBLE_ONE));

    /** Of texts whose collation does not pad. */
    private static final SortKeyForm WEIGHT = SortKeyForm.weight(ValueForm.PLAIN.in(WEIGHT_STRING));

    /**
     * Zeros of both signs sort alike, but are told apart in groups. A FLOAT is shown with six digits, so that several
     * look alike; as a DOUBLE it has all.
     */
    @Override
    public final SortKeyType ofApproximate(DeclaredType type) {
        SortKeyForm form = type.name().startsWith("float") ? WHOLE : null;
        return new SortKeyType(ValueOrder.NUMBER, ValueOrder.EQUALITY_ONLY, form, false, null);
    }

    @Override
    public final SortKeyType ofTruth() {
        return SortKeyType.BY_TYPE;
    }

    @Override
    public final SortKeyType ofBytes(DeclaredType type) {
        boolean cut = type.size() <= 0 || type.size() > MAX_SORT_BYTES;
        return new SortKeyType(ValueOrder.BYTES, ValueOrder.BYTES, null, cut, null);
    }

    /** MariaDB sorts UUIDs by their parts in another sequence, which depends on their version. */
    @Override
    public final SortKeyType ofUuid() {
        return SortKeyType.unknown("the type uuid", ValueOrder.EQUALITY_ONLY);
    }

    @Override
    public final SortKeyType ofEnumeration() {
        return SortKeyType.of(POSITION);
    }

    @Override
    public final SortKeyType ofOther(DeclaredType type) {
        return type.name().startsWith("inet")
                ? SortKeyType.unknown("the type " + type.name(), ValueOrder.EQUALITY_ONLY)
                : Sorting.super.ofOther(type);
    }

    @Override
    public final SortKeyType ofText(DeclaredType type) {
        if (type.name().startsWith("enum") || type.name().startsWith("set")) {
            return ofEnumeration();
        }
        if (type.collation() == null) {
            return SortKeyType.unknown("no known collation", null);
        }
        String name = type.collation().toLowerCase(Locale.ROOT);
        boolean padded = !name.contains("nopad") && !name.contains("_0900_") && !name.equals("binary");
        boolean levels = name.contains("_as_") || name.contains("_cs");
        boolean cut = !name.contains("_0900_") && isCut(type.size(), name, levels);
        if (name.equals("binary")) {
            return new SortKeyType(ValueOrder.BYTES, ValueOrder.BYTES, null, cut, null);
        }
        if (name.endsWith("_bin") && (name.startsWith("utf8") || name.startsWith("ascii"))) {
            ValueOrder order = padded ? ValueOrder.CODE_POINTS_PADDED : ValueOrder.CODE_POINTS;
            return new SortKeyType(order, order, null, cut, null);
        }
        if (padded && (name.contains("uca1400") && levels || name.startsWith("uca"))) {
            return SortKeyType.unknown("the collation " + type.collation(), null);
        }
        SortKeyForm form = padded ? paddedWeight(name) : WEIGHT;
        ValueOrder order = padded ? ValueOrder.WEIGHTS_PADDED : ValueOrder.BYTES;
        return new SortKeyType(order, order, form, cut, null);
    }

    /**
     * Of texts whose collation goes on in blanks: the weights of a blank to four bytes, then those of the text. (The
     * text could be padded by the database, {@code AS CHAR(n)}, but then it cuts off the weights of texts whose
     * characters have more than one.)
     *
     * @param collation in lower case, beginning with its character set
     */
    private static SortKeyForm paddedWeight(String collation) {
        String charset = collation.substring(0, collation.indexOf('_'));
        String blank = WEIGHT_STRING + "(CONVERT(' ' USING " + charset + ") COLLATE " + collation + ")";
        ValueForm blanks = new ValueForm.Fixed("LEFT(REPEAT(" + blank + ", 4), 4)");
        return SortKeyForm.weight(new ValueForm.Called("CONCAT", List.of(blanks, ValueForm.PLAIN.in(WEIGHT_STRING))));
    }

    /**
     * Whether a text may be longer than what is sorted by; bytes of the text or of its weights are counted, and neither
     * may be more.
     */
    private static boolean isCut(int length, String collation, boolean levels) {
        boolean narrow = NARROW_CHARSETS.stream().anyMatch(collation::startsWith);
        int bytes = levels ? BYTES_OF_LEVELS : narrow ? 1 : BYTES_OF_WIDE_CHARACTER;
        return length <= 0 || (long) length * bytes > MAX_SORT_BYTES;
    }

    @Override
    public final boolean comparesEnumerationsAsTexts() {
        return true;
    }

    @Override
    public final boolean tellsTextsApart(DeclaredType text) {
        String collation = text.collation() == null ? "" : text.collation().toLowerCase(Locale.ROOT);
        return collation.endsWith("_bin") || collation.equals("binary");
    }

    @Override
    public final boolean comparesTextsAsNumbers() {
        return true;
    }

    @Override
    public boolean columnsOutweighTexts() {
        return true;
    }

    /** A column's collation counts more than that of what is computed, and two that count alike do not mix. */
    @Override
    public final boolean foundNoCollation(SQLException error) {
        return COLLATIONS_DO_NOT_MIX.contains(error.getErrorCode());
    }

    @Override
    public boolean sortsByForms() {
        return true;
    }
}
