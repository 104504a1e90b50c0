package org.shardingjdbc.rule.internal.inline;

import java.util.ArrayList;
import java.util.List;

/** Reads text with holes. One per text. */
final class TemplateReader {
    private final String text;
    private final int shift;
    private final List<String> variables;
    private final List<Object> pieces = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int position;
    private int frameSize;

    /** @param shift how many characters of the configured text stand before {@code text} */
    TemplateReader(String text, int shift, List<String> variables) {
        this.text = text;
        this.shift = shift;
        this.variables = variables;
        this.frameSize = variables.size();
    }

    /** The whole text as one expression. */
    InlineExpression single() {
        while (position < text.length()) {
            step();
        }
        return finish();
    }

    /** The expressions between the commas outside of holes; blanks around them do not count. */
    List<InlineExpression> list() {
        List<InlineExpression> expressions = new ArrayList<>();
        while (position < text.length()) {
            if (text.charAt(position) == ',') {
                position++;
                addTo(expressions);
            } else if (Character.isWhitespace(text.charAt(position))) {
                position++;
            } else {
                step();
            }
        }
        addTo(expressions);
        return expressions;
    }

    private void addTo(List<InlineExpression> expressions) {
        InlineExpression expression = finish();
        if (!expression.isEmpty()) {
            expressions.add(expression);
        }
    }

    private InlineExpression finish() {
        flush();
        InlineExpression expression = new InlineExpression(pieces, variables.size(), frameSize);
        pieces.clear();
        return expression;
    }

    private void step() {
        int open = text.startsWith("${", position) ? 2 : text.startsWith("$->{", position) ? 4 : 0;
        if (open == 0) {
            literal.append(text.charAt(position++));
            return;
        }
        flush();
        ExpressionParser parser = new ExpressionParser(text, position + open, shift, variables);
        pieces.add(parser.hole());
        position = parser.position();
        frameSize = Math.max(frameSize, parser.frameSize());
    }

    private void flush() {
        if (!literal.isEmpty()) {
            pieces.add(literal.toString());
            literal.setLength(0);
        }
    }
}
