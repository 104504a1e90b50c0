package org.shardingjdbc.proxy.internal.postgresql;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type as messages name it.
 *
 * @param oid its number
 * @param length of its values in the database; negative where they differ
 */
record TypeId(int oid, int length) {
    /** In the place of a type that no data node tells. */
    static final int UNTOLD = -1;

    static final int BOOL = 16;
    static final int BYTEA = 17;
    static final int INT8 = 20;
    static final int INT2 = 21;
    static final int INT4 = 23;
    static final int TEXT = 25;
    static final int OID = 26;
    static final int FLOAT4 = 700;
    static final int FLOAT8 = 701;
    static final int UNKNOWN = 705;
    static final int BPCHAR = 1042;
    static final int VARCHAR = 1043;
    static final int DATE = 1082;
    static final int TIME = 1083;
    static final int TIMESTAMP = 1114;
    static final int TIMESTAMPTZ = 1184;
    static final int BIT = 1560;
    static final int VARBIT = 1562;
    static final int NUMERIC = 1700;
    static final int UUID = 2950;

    private static final Map<String, TypeId> BY_NAME = new HashMap<>();
    private static final Map<Integer, String> NAMES = new HashMap<>();
    private static final Map<Integer, Integer> ELEMENTS = new HashMap<>();

    static {
        add("bool", 16, 1, 1000);
        add("bytea", 17, -1, 1001);
        add("char", 18, 1, 1002);
        add("name", 19, 64, 1003);
        add("int8", 20, 8, 1016);
        add("int2", 21, 2, 1005);
        add("int2vector", 22, -1, 1006);
        add("int4", 23, 4, 1007);
        add("regproc", 24, 4, 1008);
        add("text", 25, -1, 1009);
        add("oid", 26, 4, 1028);
        add("tid", 27, 6, 1010);
        add("xid", 28, 4, 1011);
        add("cid", 29, 4, 1012);
        add("oidvector", 30, -1, 1013);
        add("json", 114, -1, 199);
        add("xml", 142, -1, 143);
        add("pg_node_tree", 194, -1, 0);
        add("point", 600, 16, 1017);
        add("lseg", 601, 32, 1018);
        add("path", 602, -1, 1019);
        add("box", 603, 32, 1020);
        add("polygon", 604, -1, 1027);
        add("line", 628, 24, 629);
        add("cidr", 650, -1, 651);
        add("float4", 700, 4, 1021);
        add("float8", 701, 8, 1022);
        add("unknown", 705, -2, 0);
        add("circle", 718, 24, 719);
        add("macaddr8", 774, 8, 775);
        add("money", 790, 8, 791);
        add("macaddr", 829, 6, 1040);
        add("inet", 869, -1, 1041);
        add("bpchar", 1042, -1, 1014);
        add("varchar", 1043, -1, 1015);
        add("date", 1082, 4, 1182);
        add("time", 1083, 8, 1183);
        add("timestamp", 1114, 8, 1115);
        add("timestamptz", 1184, 8, 1185);
        add("interval", 1186, 16, 1187);
        add("timetz", 1266, 12, 1270);
        add("bit", 1560, -1, 1561);
        add("varbit", 1562, -1, 1563);
        add("numeric", 1700, -1, 1231);
        add("refcursor", 1790, -1, 2201);
        add("regprocedure", 2202, 4, 2207);
        add("regclass", 2205, 4, 2210);
        add("regtype", 2206, 4, 2211);
        add("record", 2249, -1, 2287);
        add("void", 2278, 4, 0);
        add("uuid", 2950, 16, 2951);
        add("pg_lsn", 3220, 8, 3221);
        add("tsvector", 3614, -1, 3643);
        add("tsquery", 3615, -1, 3645);
        add("jsonb", 3802, -1, 3807);
        add("int4range", 3904, -1, 3905);
        add("numrange", 3906, -1, 3907);
        add("tsrange", 3908, -1, 3909);
        add("tstzrange", 3910, -1, 3911);
        add("daterange", 3912, -1, 3913);
        add("int8range", 3926, -1, 3927);
        add("jsonpath", 4072, -1, 4073);
        add("regnamespace", 4089, 4, 4090);
        add("regrole", 4096, 4, 4097);
        add("xid8", 5069, 8, 271);
        // what the driver calls columns that number themselves
        BY_NAME.put("smallserial", new TypeId(INT2, 2));
        BY_NAME.put("serial", new TypeId(INT4, 4));
        BY_NAME.put("bigserial", new TypeId(INT8, 8));
    }

    private static void add(String name, int oid, int length, int array) {
        BY_NAME.put(name, new TypeId(oid, length));
        NAMES.put(oid, name);
        if (array != 0) {
            BY_NAME.put("_" + name, new TypeId(array, -1));
            NAMES.put(array, "_" + name);
            ELEMENTS.put(array, oid);
        }
    }

    /** A type that every database has, with the same number; null where it is none of these. */
    static @Nullable TypeId builtIn(String name) {
        return BY_NAME.get(name);
    }

    /**
     * The type of a column by the name that the driver gives it. What a user has defined has another number in each
     * data source, so that none of them would be right: its values are texts to the client.
     */
    static TypeId ofColumn(String name) {
        return BY_NAME.getOrDefault(name, new TypeId(TEXT, -1));
    }

    /** The name of a type that every database has; null where it is none of these. */
    static @Nullable String name(int oid) {
        return NAMES.get(oid);
    }

    /** The type of the elements of an array; 0 where it is none. */
    static int element(int oid) {
        return ELEMENTS.getOrDefault(oid, 0);
    }
}
