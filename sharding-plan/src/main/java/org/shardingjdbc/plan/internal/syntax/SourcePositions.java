package org.shardingjdbc.plan.internal.syntax;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Literal;
import org.shardingjdbc.parser.internal.ast.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;

/** Says where in a SQL text something stands, and refuses it there. Immutable. */
public record SourcePositions(String sql) {
    /** 1-based. */
    public int line(Span span) {
        int line = 1;
        for (int i = 0; i < span.start(); i++) {
            if (sql.charAt(i) == '\n') {
                line++;
            }
        }
        return line;
    }

    /** 1-based. */
    public int column(Span span) {
        int lineStart = span.start() == 0 ? -1 : sql.lastIndexOf('\n', span.start() - 1);
        return span.start() - lineStart;
    }

    /** The refusal of a construct whose message begins with the construct: {@code {} at line {}:{}}, then the rest. */
    public ShardingException refuse(ErrorCode code, String construct, Node node, Object... rest) {
        Object[] arguments = new Object[3 + rest.length];
        arguments[0] = construct;
        arguments[1] = line(node.span());
        arguments[2] = column(node.span());
        System.arraycopy(rest, 0, arguments, 3, rest.length);
        return new ShardingException(code, arguments);
    }

    /** The refusal of what stands at a place: {@code ... at line {}:{}}, then the rest. */
    public ShardingException refuseAt(ErrorCode code, Node node, Object... rest) {
        Object[] arguments = new Object[2 + rest.length];
        arguments[0] = line(node.span());
        arguments[1] = column(node.span());
        System.arraycopy(rest, 0, arguments, 2, rest.length);
        return new ShardingException(code, arguments);
    }

    /** The text of a node, shortened for a message. */
    public String excerpt(Node node) {
        return shortened(node.span().of(sql).strip());
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    /** The same with {@code '...'} for each text literal: what must be stored encrypted is not for a message. */
    public String excerptWithoutTexts(Node node) {
        StringBuilder text = new StringBuilder();
        int at = node.span().start();
        for (Literal literal : Tree.all(node, Literal.class)) {
            if (literal.kind() == LiteralKind.STRING && literal.span().start() >= at) {
                text.append(sql, at, literal.span().start()).append("'...'");
                at = literal.span().stop();
            }
        }
        return shortened(text.append(sql, at, Math.max(at, node.span().stop()))
                .toString()
                .strip());
    }
}
