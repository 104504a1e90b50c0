package org.shardingjdbc.rule.hint;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.error.ShardingException;

/**
 * The hints of a statement's comments: {@code /* SHARDING_HINT: t_order.SHARDING_TABLE_VALUE=7, SKIP_SQL_REWRITE=true
 * *}{@code /}. Immutable; part of the plan.
 */
public final class CommentHint {
    /** A comment without any hint. */
    public static final CommentHint NONE = new CommentHint(HintValues.NONE);

    private final HintValues values;

    private CommentHint(HintValues values) {
        this.values = values;
    }

    /**
     * Reads the contents of comments.
     *
     * @param contents each {@code key=value, key=value}, without comment marks and prefix
     * @throws ShardingException when a key is unknown or a value is not of its kind
     */
    public static CommentHint parse(List<String> contents) {
        HintValues values = HintValues.NONE;
        for (String content : contents) {
            for (String entry : content.split(",")) {
                if (!entry.isBlank()) {
                    values = plus(values, entry.trim());
                }
            }
        }
        return values == HintValues.NONE ? NONE : new CommentHint(values);
    }

    private static HintValues plus(HintValues values, String entry) {
        int equals = entry.indexOf('=');
        if (equals < 0) {
            throw Hint.invalid("'" + entry + "' is not of the form key=value");
        }
        String key = entry.substring(0, equals).trim();
        String value = entry.substring(equals + 1).trim();
        Hint<?> hint = Hint.of(key);
        if (value.isEmpty()) {
            throw Hint.invalid("key '" + key + "' has no value");
        }
        int point = key.lastIndexOf('.');
        String table = point < 0 ? Hint.ALL_TABLES : key.substring(0, point).trim();
        return plus(values, hint, new Hint.Entry(key, table.toLowerCase(Locale.ROOT), value));
    }

    private static <T> HintValues plus(HintValues values, Hint<T> hint, Hint.Entry entry) {
        return values.plus(hint, hint.read(entry, values.said(hint)));
    }

    /**
     * The lower-case logic tables that it has values for; the empty name stands for all tables.
     *
     * @param forDatabase whether for their database strategies, or else for their table strategies
     */
    public Set<String> tables(boolean forDatabase) {
        return values.tables(forDatabase);
    }

    /** These hints upon those of the scopes around the execution. */
    public HintValues over(HintValues scopes) {
        return values.over(scopes);
    }
}
