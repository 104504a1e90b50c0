package org.shardingjdbc.rule.column;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the application sees of the stored values of a {@link TransformedColumn}. Immutable.
 *
 * @param read makes the value that is shown of a stored one as the driver's getObject returns it, large texts as a
 *     String; null where it is shown as it is, by the driver's own getters
 * @param use what the library may do by itself with the values that are shown
 */
public record ShownForm(@Nullable UnaryOperator<Object> read, PlainValueUse use) {
    /** Values are shown as they are stored. */
    public static final ShownForm AS_STORED = new ShownForm(null, PlainValueUse.SHOWN);

    /** Values that are only shown. */
    public ShownForm(@Nullable UnaryOperator<Object> read) {
        this(read, PlainValueUse.SHOWN);
    }
}
