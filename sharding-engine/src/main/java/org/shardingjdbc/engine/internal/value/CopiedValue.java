package org.shardingjdbc.engine.internal.value;

import java.sql.Types;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Parameters.Setter;
import org.shardingjdbc.engine.internal.parameter.StreamSource;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/**
 * A value that was read to be written elsewhere as it is. Immutable, unless it holds bytes, which nobody changes.
 *
 * @param carrier how it is written
 */
public record CopiedValue(
        @Nullable Carrier carrier, @Nullable Object value) {
    /** Sets it as a parameter, 1-based. */
    public void set(Parameters parameters, int index) {
        if (value == null) {
            parameters.set(index, Setter.NULL, null, Types.NULL);
        } else if (StreamSource.isStream(value)) {
            StreamSource source = new StreamSource(value, StreamSource.LengthKind.NONE, -1, null);
            parameters.set(index, Setter.OBJECT_STREAM, ShardingValues.UNKNOWN, source);
        } else {
            parameters.set(index, Setter.CARRIED, value, carrier);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CopiedValue that && Objects.deepEquals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(new Object[] {value});
    }
}
