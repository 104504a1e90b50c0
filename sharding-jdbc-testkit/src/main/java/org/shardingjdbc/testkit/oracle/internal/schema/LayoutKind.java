package org.shardingjdbc.testkit.oracle.internal.schema;

/** A way to shard a table, and what its sharding columns hold. */
public enum LayoutKind {
    AUTO_MOD(true, KeyValues.NUMBERS, 1),
    BY_DATA_SOURCE(false, KeyValues.NUMBERS, 1),
    BY_TWO_COLUMNS(false, KeyValues.NUMBERS, 2),
    MOD_IN_ONE_SOURCE(false, KeyValues.NUMBERS, 1),
    BY_ONE_COLUMN_TWICE(false, KeyValues.NUMBERS, 1),
    AUTO_HASH(true, KeyValues.NUMBERS, 1),
    AUTO_TEXT(true, KeyValues.TEXTS, 1),
    INLINE_IN_ONE_SOURCE(false, KeyValues.NUMBERS, 1),
    COMPLEX(false, KeyValues.NUMBERS, 2),
    AUTO_VOLUME(true, KeyValues.NUMBERS, 1),
    AUTO_BOUNDARY(true, KeyValues.NUMBERS, 1),
    AUTO_DATES(true, KeyValues.DATES, 1),
    TEXT_IN_ONE_SOURCE(false, KeyValues.TEXTS, 1),
    MONTHS(false, KeyValues.DATES, 1),
    AUTO_FLAG(true, KeyValues.FLAGS, 1),
    /** Slots dealt out unevenly, one data node without any. */
    SLOTS(false, KeyValues.NUMBERS, 1),
    /** Slots of data sources whose actual tables have one name. */
    SLOTS_OF_TEXTS(false, KeyValues.TEXTS, 1),
    AUTO_SLOTS_OF_DATES(true, KeyValues.DATES, 1);

    /** What sharding columns hold. */
    enum KeyValues {
        NUMBERS,
        TEXTS,
        DATES,
        /** True and false, or 1 and 0 where that is what the database calls them. */
        FLAGS
    }

    private final boolean auto;
    private final KeyValues keyValues;
    private final int keyCount;

    LayoutKind(boolean auto, KeyValues keyValues, int keyCount) {
        this.auto = auto;
        this.keyValues = keyValues;
        this.keyCount = keyCount;
    }

    boolean isAuto() {
        return auto;
    }

    KeyValues keyValues() {
        return keyValues;
    }

    int keyCount() {
        return keyCount;
    }
}
