package io.shardingjdbc.parser;

import io.shardingjdbc.parser.ast.Parameter;
import io.shardingjdbc.parser.ast.Statement;
import java.util.List;

/**
 * A parsed SQL text. Immutable, shared by all threads.
 *
 * @param sql the text as given; all spans count its characters
 * @param statement its only statement; a trailing semicolon is outside of its span
 * @param parameters every placeholder of the text, in text order, those too that stand where the tree does not reach
 * @param hints the content of each {@code SHARDING_HINT:} or {@code SHARDINGSPHERE_HINT:} comment, in text order,
 *     without comment marks and prefix
 */
public record ParsedSql(String sql, Statement statement, List<Parameter> parameters, List<String> hints) {
    public ParsedSql {
        parameters = List.copyOf(parameters);
        hints = List.copyOf(hints);
    }
}
