package org.shardingjdbc.spring;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/** What happened and what to do, of an error of ours behind which a start failed. Stateless; made by Boot. */
final class ShardingFailureAnalyzer implements FailureAnalyzer {
    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            ErrorCode code = code(cause);
            if (code != null) {
                return new FailureAnalysis(
                        description(String.valueOf(cause.getMessage()), code), code.remedy() + ".", cause);
            }
        }
        return null;
    }

    private static @Nullable ErrorCode code(Throwable cause) {
        if (cause instanceof ShardingException ours) {
            return ours.code();
        }
        if (cause instanceof SQLException && cause.getMessage() != null) {
            for (ErrorCode each : ErrorCode.values()) {
                if (cause.getMessage().startsWith(each.id() + ":")) {
                    return each;
                }
            }
        }
        return null;
    }

    /** The message without what is to be done. */
    private static String description(String message, ErrorCode code) {
        int remedy = message.lastIndexOf(code.remedy());
        return remedy < 0 ? message : message.substring(0, remedy).stripTrailing();
    }
}
