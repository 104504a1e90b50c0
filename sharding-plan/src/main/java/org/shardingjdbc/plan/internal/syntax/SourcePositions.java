package org.shardingjdbc.plan.internal.syntax;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
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
        String text = node.span().of(sql).strip();
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
