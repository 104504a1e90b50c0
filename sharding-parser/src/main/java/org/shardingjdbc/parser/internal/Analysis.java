package org.shardingjdbc.parser.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * What a statement is made of: its nodes in text order, found in one walk and kept with it, so that whoever asks what
 * there is in a statement does not walk its tree again. With them what follows from these alone and many ask for: what
 * it locks, and whether it writes besides what its first word says. Immutable, shared by all threads.
 */
public final class Analysis {
    private final Node[] nodes;
    /** The same, those of a kind together: kinds as they come first, the nodes of each in text order. */
    private final Node[] byKind;
    /** Where in these each kind begins, and the end. */
    private final int[] begins;
    /** The common table expressions and delta tables. */
    private final List<Node> nesting;
    /** Their statements. */
    private final List<Statement> nested;

    private final boolean selectsInto;
    private final boolean locksRows;
    private final boolean writesWithin;
    private final boolean locksSession;
    private final boolean locksTransaction;

    private Analysis(Statement statement) {
        this.nodes = inTextOrder(statement);
        this.byKind = new Node[nodes.length];
        this.begins = grouped(nodes, byKind);
        this.nesting = has(CommonTable.class) || has(DeltaTable.class)
                ? nodes().stream().filter(node -> Nodes.nested(node) != null).toList()
                : List.of();
        this.nested = nesting.stream().map(Nodes::nested).toList();
        this.selectsInto = any(Select.class, select -> select.into() != null);
        this.locksRows = any(Query.class, query -> !query.locking().isEmpty());
        this.writesWithin = anyWrites(nested);
        this.locksSession = any(FunctionCall.class, call -> LockFunctions.ofSession(name(call)));
        this.locksTransaction = any(FunctionCall.class, call -> LockFunctions.ofTransaction(name(call)));
    }

    /** Puts nodes together by their kinds, as the kinds come first; gives where each begins, and the end. */
    private static int[] grouped(Node[] nodes, Node[] byKind) {
        int[] begins = new int[nodes.length + 1];
        boolean[] taken = new boolean[nodes.length];
        int kinds = 0;
        int to = 0;
        for (int first = 0; first < nodes.length; first++) {
            if (!taken[first]) {
                begins[kinds++] = to;
                for (int i = first; i < nodes.length; i++) {
                    if (nodes[i].getClass() == nodes[first].getClass()) {
                        byKind[to++] = nodes[i];
                        taken[i] = true;
                    }
                }
            }
        }
        begins[kinds] = to;
        return Arrays.copyOf(begins, kinds + 1);
    }

    private static String name(FunctionCall call) {
        return call.name().last().text().toLowerCase(Locale.ROOT);
    }

    private static boolean anyWrites(List<Statement> nested) {
        for (Statement statement : nested) {
            if (isWrite(statement)) {
                return true;
            }
        }
        return false;
    }

    private static Node[] inTextOrder(Statement statement) {
        List<Node> found = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>();
        open.push(statement);
        while (!open.isEmpty()) {
            Node node = open.pop();
            found.add(node);
            List<Node> children = node.children();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
        return found.toArray(Node[]::new);
    }

    /** Whether a statement writes rows by itself. */
    public static boolean isWrite(Statement statement) {
        return statement instanceof InsertStatement
                || statement instanceof UpdateStatement
                || statement instanceof DeleteStatement
                || statement instanceof MergeStatement;
    }

    /** That of a statement, found in one walk. */
    public static Analysis of(Statement statement) {
        return new Analysis(statement);
    }

    /** The statement and all that is below it, each node before its children, in text order. */
    public List<Node> nodes() {
        return Collections.unmodifiableList(Arrays.asList(nodes));
    }

    /** Whether a SELECT of it has INTO. */
    public boolean selectsInto() {
        return selectsInto;
    }

    /** Whether a query of it locks its rows. */
    public boolean locksRows() {
        return locksRows;
    }

    /** Whether a function of it takes, frees or asks for a lock that lasts for the session. */
    public boolean locksSession() {
        return locksSession;
    }

    /** Whether a function of it takes a lock of no table that lasts until the transaction ends. */
    public boolean locksTransaction() {
        return locksTransaction;
    }

    /** Whether a common table expression or a delta table of it writes. */
    public boolean writesWithin() {
        return writesWithin;
    }

    /** All nodes of a kind, in text order. */
    @SuppressWarnings("unchecked")
    public <N extends Node> List<N> all(Class<N> kind) {
        if (kind.isInterface()) {
            return nodes().stream().filter(kind::isInstance).map(kind::cast).toList();
        }
        for (int i = 0; i < begins.length - 1; i++) {
            if (byKind[begins[i]].getClass() == kind) {
                List<Node> all = Arrays.asList(byKind).subList(begins[i], begins[i + 1]);
                return (List<N>) Collections.unmodifiableList(all);
            }
        }
        return List.of();
    }

    /** The common table expressions and delta tables, whose rows are those of a statement within; in text order. */
    public List<Node> nesting() {
        return nesting;
    }

    /** The statements of common table expressions and delta tables, in text order. */
    public List<Statement> nested() {
        return nested;
    }

    /** Whether there is a node of a kind. */
    public boolean has(Class<? extends Node> kind) {
        if (kind.isInterface()) {
            return any(kind::isInstance);
        }
        for (int i = 0; i < begins.length - 1; i++) {
            if (byKind[begins[i]].getClass() == kind) {
                return true;
            }
        }
        return false;
    }

    /** Whether a node of a kind passes a test. */
    public <N extends Node> boolean any(Class<N> kind, Predicate<? super N> test) {
        if (kind.isInterface()) {
            return any(node -> kind.isInstance(node) && test.test(kind.cast(node)));
        }
        for (int i = 0; i < begins.length - 1; i++) {
            boolean meant = byKind[begins[i]].getClass() == kind;
            for (int at = begins[i]; meant && at < begins[i + 1]; at++) {
                if (test.test(kind.cast(byKind[at]))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a node passes a test. */
    public boolean any(Predicate<? super Node> test) {
        for (Node node : nodes) {
            if (test.test(node)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Analysis of && nodes[0].equals(of.nodes[0]);
    }

    @Override
    public int hashCode() {
        return nodes.length;
    }
}
