package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.CharStreams;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** Writes parts of statements, so that {@link StatementTexts} reads the same of them. Stateless. */
final class StatementWords {
    private StatementWords() {}

    /**
     * In quotes where it needs them.
     *
     * @throws ShardingException for null: a document that lacks a name may be written, but no statement
     */
    static String name(@Nullable String named) {
        String name = present(named, "a name that is missing");
        DistSqlLexer lexer = new DistSqlLexer(CharStreams.fromString(name));
        lexer.removeErrorListeners();
        boolean plain = lexer.nextToken().getType() == DistSqlLexer.IDENTIFIER
                && lexer.nextToken().getType() == DistSqlLexer.EOF;
        // what is skipped, such as blanks, is in no token
        boolean whole = name.chars().noneMatch(each -> Character.isWhitespace(each) || each == '/' || each == '#');
        return plain && whole ? name : "`" + name.replace("`", "``") + "`";
    }

    static String names(List<String> names) {
        return String.join(", ", names.stream().map(StatementWords::name).toList());
    }

    static String value(String value) {
        return "\"" + value.replace("\"", "\"\"") + "\"";
    }

    static String properties(Map<String, String> properties) {
        List<String> all = new ArrayList<>();
        properties.forEach((key, value) -> all.add(value(key) + "=" + value(value)));
        return "PROPERTIES(" + String.join(", ", all) + ")";
    }

    /**
     * @param name what something calls the algorithm
     * @throws ShardingException when there is none
     */
    static String algorithm(Map<String, AlgorithmConfiguration> algorithms, @Nullable String name) {
        String missing = "algorithm '" + name + "', which is missing";
        AlgorithmConfiguration algorithm = present(name == null ? null : algorithms.get(name), missing);
        String properties = algorithm.props().isEmpty() ? "" : ", " + properties(algorithm.props());
        return "TYPE(NAME=" + value(present(algorithm.type(), missing)) + properties + ")";
    }

    /**
     * What a statement has to say.
     *
     * @param what it is, or what is said by it
     * @throws ShardingException when it is null
     */
    static <T> T present(@Nullable T value, String what) {
        if (value == null) {
            throw unsaid(what);
        }
        return value;
    }

    /**
     * @param said whether statements can say it
     * @param what it is
     * @throws ShardingException when they cannot
     */
    static void require(boolean said, String what) {
        if (!said) {
            throw unsaid(what);
        }
    }

    private static ShardingException unsaid(String what) {
        return new ShardingException(
                ErrorCode.DISTSQL_UNSUPPORTED,
                "CONVERT YAML CONFIGURATION",
                "no statement says " + what + "; use IMPORT DATABASE CONFIGURATION, or the document itself");
    }
}
