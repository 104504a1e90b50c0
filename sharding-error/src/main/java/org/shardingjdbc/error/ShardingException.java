package org.shardingjdbc.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The one unchecked exception that the library raises inside; the JDBC face turns it into the right
 * {@link java.sql.SQLException} subclass, once. Its message reads {@code SHD-2004: what happened. What to do.}
 */
public final class ShardingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    /**
     * @param code which error
     * @param arguments one for each {@code {}} of the code's message, in order; never parameter values of a statement
     */
    public ShardingException(ErrorCode code, @Nullable Object... arguments) {
        super(render(code, arguments));
        this.code = code;
    }

    private ShardingException(ErrorCode code, Throwable cause, @Nullable Object... arguments) {
        super(render(code, arguments), cause);
        this.code = code;
    }

    /** An error that another one caused; the cause stays attached. */
    public static ShardingException causedBy(Throwable cause, ErrorCode code, @Nullable Object... arguments) {
        return new ShardingException(code, cause, arguments);
    }

    /** Never null. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** What kind of error it is, with its number, SQLState and remedy. */
    public ErrorCode code() {
        return code;
    }

    private ShardingException(ShardingException origin) {
        super(origin.getMessage(), origin.getCause());
        this.code = origin.code;
    }

    /** The same error raised once more, with a stack trace of its own: for a refusal that a plan keeps. */
    public ShardingException again() {
        return new ShardingException(this);
    }

    private ShardingException(ShardingException origin, String remedy) {
        super(origin.getMessage() + ' ' + remedy, origin.getCause());
        this.code = origin.code;
    }

    /** The same error raised once more, with one more thing to do about it. */
    public ShardingException again(String remedy) {
        return new ShardingException(this, remedy);
    }

    private static String render(ErrorCode code, @Nullable Object[] arguments) {
        StringBuilder text = new StringBuilder(code.id()).append(": ");
        String template = code.message();
        int from = 0;
        for (@Nullable Object argument : arguments) {
            int hole = template.indexOf("{}", from);
            if (hole < 0) {
                break;
            }
            text.append(template, from, hole).append(argument);
            from = hole + 2;
        }
        text.append(template, from, template.length());
        return text.append(end(text.charAt(text.length() - 1)))
                .append(code.remedy())
                .append('.')
                .toString();
    }

    /** A list of lines ends by itself, and a message of another is a sentence already. */
    private static String end(char last) {
        return last == '\n' ? "" : last == '.' ? " " : ". ";
    }
}
