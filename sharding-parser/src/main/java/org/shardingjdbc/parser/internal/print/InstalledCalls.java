package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;

/** Marks the calls of a statement that may mean a function which users have made. Stateless. */
public final class InstalledCalls {
    private InstalledCalls() {}

    /** The same statement with these calls marked; itself where there are none. */
    public static ParsedSql marked(ParsedSql parsed, Predicate<FunctionCall> installed) {
        if (!parsed.analysis().any(FunctionCall.class, installed)) {
            return parsed;
        }
        Statement statement = (Statement) new Marking().made(parsed.statement(), installed);
        return new ParsedSql(
                parsed.sql(),
                statement,
                parsed.parameters(),
                parsed.hints(),
                parsed.literals(),
                parsed.plain(),
                parsed.settings(),
                Analysis.of(statement));
    }

    /** Makes what is around such calls anew, and leaves all else as it is. */
    private static final class Marking extends Rebuilt {
        Node made(Node root, Predicate<FunctionCall> installed) {
            List<Node> nodes = new ArrayList<>();
            Nodes.forEach(root, nodes::add);
            Set<Node> changed = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = nodes.size() - 1; i >= 0; i--) {
                Node node = nodes.get(i);
                boolean marks = node instanceof FunctionCall call && installed.test(call);
                if (!marks && node.children().stream().noneMatch(changed::contains)) {
                    put(node, List.of(node));
                    continue;
                }
                changed.add(node);
                Node mapped = node.mapped(this);
                put(node, List.of(marks ? ((FunctionCall) mapped).asInstalled() : mapped));
            }
            return node(root);
        }

        @Override
        Node unreached(Node node) {
            return node;
        }

        @Override
        public @Nullable Span span(@Nullable Span span) {
            return span;
        }

        @Override
        public @Nullable String text(Span statement, @Nullable String text) {
            return text;
        }
    }
}
