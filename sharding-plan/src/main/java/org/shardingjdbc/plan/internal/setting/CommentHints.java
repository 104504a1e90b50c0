package org.shardingjdbc.plan.internal.setting;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.internal.PlanningRules;

/** Reads the hints of a statement's comments, and refuses those that nothing would heed. Stateless. */
public final class CommentHints {
    private CommentHints() {}

    /**
     * The hints of a statement that goes to data sources.
     *
     * @param tables those that it names
     * @param rules may heed values under names of their own
     * @throws ShardingException when a value is for a table that is not named, or that no hint routes
     */
    public static CommentHint of(ParsedSql parsed, List<BoundTable> tables, PlanningRules rules) {
        CommentHint hints = CommentHint.parse(parsed.hints());
        if (hints != CommentHint.NONE) {
            require(hints, tables, rules, true);
            require(hints, tables, rules, false);
        }
        return hints;
    }

    private static void require(CommentHint hints, List<BoundTable> tables, PlanningRules rules, boolean forDatabase) {
        for (String name : hints.tables(forDatabase)) {
            boolean heeded = rules.heedHint(name);
            for (BoundTable table : tables) {
                heeded |= table.table().asksHint(forDatabase)
                        && (name.isEmpty()
                                || name.equalsIgnoreCase(table.table().name()));
            }
            if (!heeded) {
                String key = forDatabase ? "SHARDING_DATABASE_VALUE" : "SHARDING_TABLE_VALUE";
                String what = name.isEmpty() ? "no table" : "no table " + name;
                throw new ShardingException(
                        ErrorCode.HINT_INVALID,
                        "the statement has " + what + " whose " + (forDatabase ? "database" : "table")
                                + " strategy is hint, for which " + key + " would count");
            }
        }
    }

    /**
     * Refuses hints where there is nothing to route.
     *
     * @param what the statement is, for the message
     */
    public static void refuse(ParsedSql parsed, String what) {
        if (CommentHint.parse(parsed.hints()) != CommentHint.NONE) {
            throw new ShardingException(ErrorCode.HINT_INVALID, what + " heeds none; leave it out");
        }
    }

    /**
     * The hints that stand before a statement in another one, as a comment, or an empty text.
     *
     * @param inner those of the statement itself
     */
    public static String before(ParsedSql whole, List<String> inner) {
        int count = whole.hints().size() - inner.size();
        return count <= 0
                ? ""
                : "/* SHARDING_HINT: " + String.join(", ", whole.hints().subList(0, count)) + " */ ";
    }
}
