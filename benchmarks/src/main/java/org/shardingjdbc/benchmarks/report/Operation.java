package org.shardingjdbc.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** What is measured, in the order of the report. */
public enum Operation {
    POINT_PREPARE_EACH("pointPrepareEach", "point SELECT, prepare each", Kind.POINT),
    POINT_REUSED("pointReused", "point SELECT, reused statement", Kind.POINT),
    POINT_CONNECTION_EACH("pointConnectionEach", "point SELECT, connection each", Kind.POINT),
    POINT_TWO_THREADS("pointTwoThreads", "point SELECT, prepare each, 2 threads", Kind.POINT),
    POINT_LITERALS("pointLiterals", "point SELECT, distinct literal texts", Kind.POINT),
    POINT_SAME_TEXT("pointSameText", "point SELECT, same literal text", Kind.POINT),
    INSERT("insert", "INSERT of one row", Kind.POINT),
    UPDATE("update", "UPDATE by key", Kind.POINT),
    DELETE("delete", "DELETE by key", Kind.POINT),
    INSERT_ROWS_10("insertRows10", "INSERT of 10 rows", Kind.SEVERAL_NODES),
    BATCH_100("batch100", "batch INSERT of 100 rows, 8 nodes", Kind.SEVERAL_NODES),
    IN_10("in10", "IN of 10 keys", Kind.SEVERAL_NODES),
    RANGE_20("range20", "BETWEEN over 20 keys, 8 nodes", Kind.SEVERAL_NODES),
    JOIN_BY_KEY("joinByKey", "binding join on one of two keys, 1 node", Kind.ONE_NODE),
    JOIN("join", "binding join, 4 nodes", Kind.SEVERAL_NODES),
    TOP_10("top10", "ORDER BY LIMIT 10, 8 nodes", Kind.SEVERAL_NODES),
    DEEP_OFFSET("deepOffset", "ORDER BY LIMIT 10 OFFSET 1000", Kind.SEVERAL_NODES),
    GROUP_BY_USER("groupByUser", "GROUP BY of 2,000 groups", Kind.SEVERAL_NODES),
    GROUP_BY_STATUS("groupByStatus", "GROUP BY of 4 groups", Kind.SEVERAL_NODES),
    STREAM("stream", "ORDER BY stream of 1 M rows", Kind.OWN_JVM),
    STREAM_HEAP("streamHeap", "heap for the stream of 1 M rows", Kind.OWN_JVM),
    START("start", "fresh JVM, configuration to first row", Kind.OWN_JVM),
    COLD_1000("cold1000", "the next 1,000 distinct statements", Kind.OWN_JVM),
    PLANS_10000("plans10000", "memory of 10,000 plans", Kind.OWN_JVM),
    TABLES_1000("tables1000", "1,000 tables of 1,024 data nodes", Kind.OWN_JVM),
    NODES_100000("nodes100000", "one table of 100,000 data nodes", Kind.OWN_JVM);

    /** How it is measured, and what is asked of it. */
    public enum Kind {
        /** One data node; by JMH. */
        POINT,
        /** More than a row of one data node; by JMH. */
        ONE_NODE,
        /** Several data nodes; by JMH. */
        SEVERAL_NODES,
        /** In a JVM started for it, without JMH. */
        OWN_JVM
    }

    private final String id;
    private final String title;
    private final Kind kind;

    Operation(String id, String title, Kind kind) {
        this.id = id;
        this.title = title;
        this.kind = kind;
    }

    /** The name on the command line and in files; of those that JMH measures the method in {@code Operations}. */
    public String id() {
        return id;
    }

    public String title() {
        return title;
    }

    public Kind kind() {
        return kind;
    }

    /** @throws IllegalArgumentException when there is none */
    public static Operation of(String id) {
        List<String> ids = new ArrayList<>();
        for (Operation each : values()) {
            if (each.id.equals(id)) {
                return each;
            }
            ids.add(each.id);
        }
        throw new IllegalArgumentException("No operation " + id + " among " + ids);
    }
}
