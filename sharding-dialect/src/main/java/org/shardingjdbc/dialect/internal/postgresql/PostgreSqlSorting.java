package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.SortKeyForm;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.Sorting;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueOrder;

/**
 * A collation that is not binary has an order that only the database knows, but equal text is identical text, which is
 * enough to group.
 */
final class PostgreSqlSorting implements Sorting {
    /** What a catalog writes before the name of a collation that calls different strings equal. */
    private static final String LOOSE_COLLATION = "nondeterministic:";

    private static final SortKeyForm POSITION = SortKeyForm.position(
            new ValueForm.Called("array_position", List.of(ValueForm.PLAIN.in("enum_range"), ValueForm.PLAIN)));

    @Override
    public SortKeyType ofEnumeration() {
        return SortKeyType.of(POSITION);
    }

    @Override
    public SortKeyType ofOther(DeclaredType type) {
        return type.name().equals("varbit") ? SortKeyType.BY_TYPE : Sorting.super.ofOther(type);
    }

    @Override
    public SortKeyType ofText(DeclaredType type) {
        String name = type.name();
        boolean text = name.equals("text") || name.equals("varchar") || name.equals("name");
        boolean padded = name.equals("bpchar");
        if (!text && !padded) {
            // The driver calls an enumeration a VARCHAR of the enumeration's name, and "char" a CHAR.
            return type.jdbcType() == Types.VARCHAR ? ofEnumeration() : SortKeyType.unknown("the type " + name, null);
        }
        ValueOrder equality = padded ? ValueOrder.CODE_POINTS_TRIMMED : ValueOrder.EQUALITY_ONLY;
        if (type.collation() == null) {
            return SortKeyType.unknown("no known collation", equality);
        }
        String collation = type.collation().toLowerCase(Locale.ROOT);
        return switch (collation) {
            case "c", "posix", "ucs_basic", "c.utf-8", "c.utf8", "pg_c_utf8" ->
                SortKeyType.of(padded ? ValueOrder.CODE_POINTS_TRIMMED : ValueOrder.CODE_POINTS);
            default ->
                SortKeyType.unknown(
                        "the collation " + type.collation(), collation.startsWith(LOOSE_COLLATION) ? null : equality);
        };
    }

    @Override
    public boolean tellsTextsApart(DeclaredType text) {
        boolean loose = text.collation() != null
                && text.collation().toLowerCase(Locale.ROOT).startsWith(LOOSE_COLLATION);
        return !loose && !text.name().equals("citext");
    }

    @Override
    public boolean sortsAnyTextByBytes() {
        return true;
    }
}
