package org.shardingjdbc.merge.internal.value;

import org.jspecify.annotations.Nullable;

/**
 * A column's value that was read from a shard's row before its cursor moved on, in the forms from which every typed
 * getter can be answered. Values whose one form is enough (text, integers, booleans) are held plainly and not wrapped
 * in this.
 *
 * @param object what the driver's getObject returned; never null
 * @param exact for dates and times the java.time value, which no time zone has touched; for LOBs their content (String
 *     or byte[]); for numbers that the driver shows as a boolean or as bits the number; else {@code object}
 * @param text what the driver's getString returned; null where it has none
 */
public record HeldValue(
        Object object, Object exact, @Nullable String text) {}
