package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
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

    /**
     * The text of a node, shortened for a message: {@code '...'} stands for its constants, which may be values that are
     * stored encrypted. Numbers of one or two digits are shown.
     */
    public String excerpt(Node node) {
        StringBuilder text = new StringBuilder();
        int at = node.span().start();
        List<Literal> literals = new ArrayList<>(Tree.all(node, Literal.class));
        literals.sort(Comparator.comparingInt(literal -> literal.span().start()));
        for (Literal literal : literals) {
            if (isValue(literal) && literal.span().start() >= at) {
                text.append(sql, at, literal.span().start()).append("'...'");
                at = literal.span().stop();
            }
        }
        String whole = text.append(sql, at, Math.max(at, node.span().stop()))
                .toString()
                .strip();
        return whole.length() <= 60 ? whole : whole.substring(0, 57) + "...";
    }

    private static boolean isValue(Literal literal) {
        return switch (literal.kind()) {
            case NULL, BOOLEAN -> false;
            case INTEGER, DECIMAL, APPROXIMATE ->
                literal.span().stop() - literal.span().start() > 2;
            default -> true;
        };
    }
}
