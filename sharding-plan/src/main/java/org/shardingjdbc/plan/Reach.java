package org.shardingjdbc.plan;

import java.util.List;

/**
 * Where the executions of a statement may go, as far as its text tells, whatever its parameters are. Immutable.
 *
 * @param kind how far they go
 * @param mostNodes how many data nodes an execution goes to at most; 0 where none is touched, or where that is not
 *     known before its steps are taken
 * @param conditions the kind of the route and the conditions that it was made of, as EXPLAIN SHARDING shows them; empty
 *     where the statement has no route
 * @param tables the logic tables that it names, as the rules write them
 * @param unconditioned those of them with several data nodes of which no sharding column is restricted
 * @param steps what the steps are, such as {@code Pull}; empty where it takes none
 * @param refusal why it is refused, with its code and the remedy; empty where it is not
 * @param refusalCode the number of that code, such as 2104; 0 where it is not refused
 */
public record Reach(
        Kind kind,
        int mostNodes,
        String conditions,
        List<String> tables,
        List<String> unconditioned,
        String steps,
        String refusal,
        int refusalCode) {
    /** How far executions go, from the best to the worst. */
    public enum Kind {
        /** The connection answers it by itself: SET, SHOW, EXPLAIN SHARDING. */
        SESSION,
        /** Each execution goes to one data node at most. */
        ONE_NODE,
        /** A write of all copies of a broadcast table. */
        COPIES,
        /** Each row of an INSERT goes to its data node, those of one data node together. */
        EACH_ROW,
        /** To as many data nodes as its values lead to. */
        SEVERAL_NODES,
        /** To all data nodes of a table. */
        ALL_NODES,
        /** Where its values lead to one data node it goes there; else it is answered in steps. */
        STEPS_BEYOND_ONE_NODE,
        /**
         * It is answered in steps: rows are pulled together, subqueries are answered first, rows are written by key.
         */
        STEPS,
        /** Where its values lead to one data node it goes there; else it is refused. */
        REFUSED_BEYOND_ONE_NODE,
        /** It is refused. */
        REFUSED
    }

    public Reach {
        tables = List.copyOf(tables);
        unconditioned = List.copyOf(unconditioned);
    }

    /** What the connection answers by itself. */
    public static Reach ofSession() {
        return new Reach(Kind.SESSION, 0, "", List.of(), List.of(), "", "", 0);
    }

    /** What is refused before it has a plan. */
    public static Reach refused(String refusal, int code) {
        return new Reach(Kind.REFUSED, 0, "", List.of(), List.of(), "", refusal, code);
    }

    /** The same, of which each execution goes to one data node. */
    public Reach ofOneNode() {
        return new Reach(Kind.ONE_NODE, 1, conditions, tables, unconditioned, "", "", 0);
    }

    /** The same with what its executions on several data nodes are: steps, or a refusal. */
    public Reach beyond(Kind otherwise, String howSteps, String why, int code) {
        return new Reach(otherwise, mostNodes, conditions, tables, unconditioned, howSteps, why, code);
    }
}
