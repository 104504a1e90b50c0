package org.shardingjdbc.engine.internal.result;

import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/** The two methods of {@link Wrapper}, for an object around a driver's or around nothing. */
final class Wrapping {
    private Wrapping() {}

    /** @param inner null when the outer object wraps none */
    static <T> T unwrap(Wrapper outer, @Nullable Wrapper inner, Class<T> type) throws SQLException {
        if (type == null) {
            throw SqlErrors.of(ErrorCode.NO_SUCH_WRAPPED_TYPE, "The result", "null");
        }
        if (type.isInstance(outer)) {
            return type.cast(outer);
        }
        if (type.isInstance(inner)) {
            return type.cast(inner);
        }
        if (inner != null && inner.isWrapperFor(type)) {
            return inner.unwrap(type);
        }
        throw SqlErrors.of(ErrorCode.NO_SUCH_WRAPPED_TYPE, "The result", type.getName());
    }

    static boolean isWrapper(Wrapper outer, @Nullable Wrapper inner, Class<?> type) throws SQLException {
        boolean own = type != null && type.isInstance(outer);
        return own || type != null && inner != null && (type.isInstance(inner) || inner.isWrapperFor(type));
    }
}
