package org.shardingjdbc.jdbc.internal.connection;

import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.hint.KeyHint;

/**
 * JDBC's sharding key: the values of sharding columns, in their order. Immutable.
 *
 * @param subkeys one at least, none null
 */
public record SubkeysKey(List<Object> subkeys) implements ShardingKey {
    public SubkeysKey {
        subkeys = List.copyOf(subkeys);
    }

    /** Makes one. Not thread-safe. */
    public static final class Builder implements ShardingKeyBuilder {
        private final List<Object> subkeys = new ArrayList<>();

        /**
         * One value more.
         *
         * @param subkey of a class that a setter of the column would take; the column's own type decides what it means
         * @param subkeyType not null; not used beyond that
         */
        @Override
        public ShardingKeyBuilder subkey(Object subkey, SQLType subkeyType) {
            Objects.requireNonNull(subkeyType, "the type of a subkey is null");
            subkeys.add(Objects.requireNonNull(subkey, "a subkey is null"));
            return this;
        }

        /** @throws SQLException when it has no subkey */
        @Override
        public ShardingKey build() throws SQLException {
            if (subkeys.isEmpty()) {
                throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "ShardingKeyBuilder.build", "no subkey");
            }
            return new SubkeysKey(subkeys);
        }
    }

    /**
     * What a connection with these keys hints at.
     *
     * @param key null for none
     * @param superKey null for none
     * @return null where both are null
     * @throws SQLException when one is of another library
     */
    public static @Nullable KeyHint hint(ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
        List<Object> values = values(key);
        List<Object> superValues = values(superKey);
        return values == null && superValues == null ? null : new KeyHint(superValues, values);
    }

    private static @Nullable List<Object> values(@Nullable ShardingKey key) throws SQLException {
        if (key == null) {
            return null;
        }
        if (key instanceof SubkeysKey own) {
            return own.subkeys;
        }
        throw SqlErrors.of(
                ErrorCode.ARGUMENT_OUT_OF_RANGE,
                "A sharding key",
                key.getClass().getName() + ", which another data source made; make it by createShardingKeyBuilder()");
    }

    /** Values belong to rows, and messages do not tell them. */
    @Override
    public String toString() {
        return "ShardingKey of " + subkeys.size() + " value(s)";
    }
}
