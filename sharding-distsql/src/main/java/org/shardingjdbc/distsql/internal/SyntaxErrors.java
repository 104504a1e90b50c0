package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.ATN;
import org.antlr.v4.runtime.atn.ATNConfig;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * Raises the first mistake of a text: the wrong word, its line and column from 1, and what may stand there. Stateless.
 */
final class SyntaxErrors extends BaseErrorListener {
    /** How many words are named that may stand somewhere. */
    private static final int NAMED = 6;

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer, Object token, int line, int column, String message, RecognitionException e) {
        String told = recognizer instanceof Parser parser && token instanceof Token wrong
                ? message(wrong, expected(parser, e))
                : message;
        throw new ShardingException(ErrorCode.DISTSQL_SYNTAX, line, column + 1, told);
    }

    private static String message(Token wrong, List<String> expected) {
        String text = wrong.getText();
        if (wrong.getType() == DistSqlParser.OTHER && ("\"'`".contains(text))) {
            return "the quote " + text + " is not closed";
        }
        String found = found(wrong);
        String meant = Nearest.to(text, expected);
        if (meant != null && Character.isLetter(text.charAt(0))) {
            return found + "; probably meant is " + meant;
        }
        int most = Math.min(NAMED, expected.size());
        boolean more = most < expected.size();
        if (most == 1) {
            return found + "; expected is " + expected.get(0);
        }
        return found + "; expected is " + String.join(", ", expected.subList(0, more ? most : most - 1))
                + (more ? " or another word" : " or " + expected.get(most - 1));
    }

    /** Texts in quotes are not told: they may be passwords and keys, and errors are logged. */
    private static String found(Token wrong) {
        return switch (wrong.getType()) {
            case Token.EOF -> "the statement ends too early";
            case DistSqlParser.STRING -> "this text in quotes cannot stand here";
            default -> "'" + wrong.getText() + "' cannot stand here";
        };
    }

    /** What may stand where a text is wrong, in the order of the grammar's words. */
    private static List<String> expected(Parser parser, RecognitionException e) {
        IntervalSet tokens = new IntervalSet();
        if (e instanceof NoViableAltException several && several.getDeadEndConfigs() != null) {
            for (ATNConfig config : several.getDeadEndConfigs()) {
                tokens.addAll(parser.getATN().nextTokens(config.state));
            }
        } else {
            tokens.addAll(parser.getExpectedTokens());
        }
        tokens.remove(Token.EPSILON);
        List<String> expected = new ArrayList<>();
        if (tokens.contains(DistSqlParser.IDENTIFIER)) {
            boolean number = tokens.contains(DistSqlParser.NUMBER);
            expected.add(number ? "a value" : "a name");
            tokens = without(tokens, parser.getATN(), number);
        }
        for (int token : tokens.toList()) {
            expected.add(name(token));
        }
        return expected;
    }

    /** Without the tokens that may be names, or values. */
    private static IntervalSet without(IntervalSet tokens, ATN grammar, boolean values) {
        int rule = values ? DistSqlParser.RULE_value : DistSqlParser.RULE_name;
        return tokens.subtract(grammar.nextTokens(grammar.ruleToStartState[rule]));
    }

    private static String name(int token) {
        return switch (token) {
            case Token.EOF -> "the end";
            case DistSqlParser.STRING -> "a text in quotes";
            default -> {
                String literal = DistSqlParser.VOCABULARY.getLiteralName(token);
                boolean word = literal == null || Character.isLetter(literal.charAt(1));
                yield word ? DistSqlParser.VOCABULARY.getSymbolicName(token) : literal;
            }
        };
    }

    /** A mistake that the grammar lets pass. */
    static ShardingException at(ParserRuleContext part, String message) {
        return new ShardingException(
                ErrorCode.DISTSQL_SYNTAX,
                part.getStart().getLine(),
                part.getStart().getCharPositionInLine() + 1,
                message);
    }

    /** Something that is there and should not, or the other way round. */
    static ShardingException wrong(String message) {
        return new ShardingException(ErrorCode.DISTSQL_WRONG, message);
    }
}
