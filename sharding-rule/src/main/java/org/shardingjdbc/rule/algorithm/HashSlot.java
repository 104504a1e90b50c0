package org.shardingjdbc.rule.algorithm;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.Hashing;
import org.shardingjdbc.rule.internal.slot.SlotExpression;
import org.shardingjdbc.rule.internal.slot.SlotHash;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The slots of the sharding algorithm HASH_SLOT, for tools that load, count or move rows without this library.
 * Thread-safe.
 */
@Incubating
public final class HashSlot {
    private HashSlot() {}

    /**
     * The slot of a value.
     *
     * @param value as it is set
     * @param column that holds it; null where the value's own class says its type
     * @param slots how many there are, a power of two up to 65536
     * @throws IllegalArgumentException when the column cannot hold it, or it has no slot
     */
    public static int slot(Object value, @Nullable ColumnSchema column, int slots) {
        check(slots);
        Object[] written = ShardingValues.written(value, column);
        int slot = written == null || written.length != 1 ? -1 : SlotHash.slot(written[0], slots);
        if (slot < 0) {
            throw new IllegalArgumentException(ShardingValues.describe(value) + " has no slot"
                    + (column == null ? "" : " in column " + column.name() + " of type " + column.describe()));
        }
        return slot;
    }

    /**
     * The same as SQL, of the values that a column has; NULL for NULL. A column of date and time in a zone of the
     * session, as some databases have them, is to be asked in the zone in which its values were written.
     *
     * @param dialect the name of the database's dialect, such as that of its product in capitals
     * @param column how the SQL names it
     * @param schema of it
     * @param slots how many there are, a power of two up to 65536
     * @throws IllegalArgumentException when there is no such dialect, or it or the type has none
     */
    public static String expression(String dialect, String column, ColumnSchema schema, int slots) {
        check(slots);
        Hashing database = Dialects.named(dialect).hashing();
        if (database == null) {
            throw new IllegalArgumentException("dialect " + dialect + " does not compute slots");
        }
        String expression = new SlotExpression(database, slots).of(column, schema);
        if (expression == null) {
            throw new IllegalArgumentException(
                    "column " + column + " of type " + schema.describe() + " has values that have no slot");
        }
        return expression;
    }

    private static void check(int slots) {
        if (Integer.bitCount(slots) != 1 || slots < 1 || slots > SlotHash.MAX_SLOTS) {
            throw new IllegalArgumentException(
                    "the number of slots is a power of two up to " + SlotHash.MAX_SLOTS + ", not " + slots);
        }
    }
}
