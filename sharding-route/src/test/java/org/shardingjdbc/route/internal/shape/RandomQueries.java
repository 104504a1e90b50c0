package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Makes random queries over t_order, t_order_item and t_order_note, whose columns are user_id, order_id and x. */
final class RandomQueries {
    private static final String[] TABLES = {"t_order", "t_order_item", "t_order_note"};
    private static final String[] COLUMNS = {"user_id", "user_id", "user_id", "order_id", "x"};

    private final Random random;
    private int aliases;
    private boolean plain;
    private boolean commonTable;

    RandomQueries(long seed) {
        this.random = new Random(seed);
    }

    /** A block that returns all columns of its tables, so that lost and doubled rows show. */
    String query() {
        return query(true);
    }

    /**
     * The same with parts whose rows depend on each other (limits, aggregates, windows, set operations, common table
     * expressions named twice), so that only one unit that has all rows gives the answer.
     */
    String dependentQuery() {
        return query(false);
    }

    private String query(boolean onlyPlain) {
        plain = onlyPlain;
        aliases = 0;
        String with = plain || chance(2)
                ? ""
                : "WITH c AS (SELECT user_id, order_id, x FROM t_order"
                        + (chance(2) ? "" : " WHERE user_id = " + value()) + ") ";
        commonTable = !with.isEmpty();
        return with + block();
    }

    private String block() {
        List<String> visible = new ArrayList<>();
        String from = from(visible, List.of(), 1 + random.nextInt(3));
        StringJoiner items = new StringJoiner(", ");
        for (String alias : visible) {
            items.add(alias + ".user_id").add(alias + ".order_id").add(alias + ".x");
        }
        if (!plain && chance(3)) {
            String inside = "a" + aliases++;
            items.add("(SELECT COUNT(*) FROM " + TABLES[random.nextInt(3)] + " " + inside + " WHERE "
                    + (chance(2) ? inside + ".user_id = " + pick(visible) + ".user_id" : condition(List.of(inside), 1))
                    + ")");
        }
        String where = chance(4) ? "" : " WHERE " + condition(visible, 3);
        return "SELECT " + items + " FROM " + from + where;
    }

    private String from(List<String> visible, List<String> outer, int tables) {
        StringBuilder text = new StringBuilder(table(visible));
        for (int i = 1; i < tables; i++) {
            int kind = random.nextInt(8);
            if (kind == 0) {
                text.append(" CROSS JOIN ").append(table(visible));
                continue;
            }
            text.append(kind < 4 ? " JOIN " : kind < 7 ? " LEFT JOIN " : " RIGHT JOIN ");
            boolean nested = i + 1 < tables && chance(3);
            if (nested) {
                List<String> inner = new ArrayList<>();
                text.append('(').append(from(inner, outer, 2)).append(')');
                visible.addAll(inner);
                i++;
            } else {
                text.append(table(visible));
            }
            text.append(" ON ").append(joinCondition(visible));
        }
        return text.toString();
    }

    private String table(List<String> visible) {
        String alias = "a" + aliases++;
        visible.add(alias);
        String name = commonTable && chance(2) ? "c" : TABLES[random.nextInt(TABLES.length)];
        if (!plain && chance(2)) {
            return dependent(name) + " " + alias;
        }
        if (chance(6)) {
            String inside = "a" + aliases++;
            String where = chance(2) ? "" : " WHERE " + condition(List.of(inside), 1);
            String tail =
                    chance(3) ? " GROUP BY " + inside + ".user_id, " + inside + ".order_id, " + inside + ".x" : "";
            return "(SELECT " + inside + ".user_id, " + inside + ".order_id, " + inside + ".x FROM " + name + " "
                    + inside + where + tail + ") " + alias;
        }
        return name + " " + alias;
    }

    private String dependent(String name) {
        String where = chance(2) ? "" : " WHERE " + condition(List.of("d"), 1);
        String other = TABLES[random.nextInt(TABLES.length)];
        String otherWhere = chance(2) ? "" : " WHERE " + condition(List.of("d"), 1);
        String columns = "SELECT d.user_id, d.order_id, d.x FROM ";
        return switch (random.nextInt(7)) {
            case 0 -> "(" + columns + name + " d" + where + " ORDER BY 1, 2, 3 LIMIT 5)";
            case 1 ->
                "(SELECT MAX(d.user_id) AS user_id, MAX(d.order_id) AS order_id, COUNT(*) AS x FROM " + name + " d"
                        + where + ")";
            case 2 ->
                "(SELECT d.user_id, MAX(d.order_id) AS order_id, COUNT(*) AS x FROM " + name + " d" + where
                        + " GROUP BY d.user_id)";
            case 3 ->
                "(SELECT d.user_id, d.order_id, COUNT(*) OVER (PARTITION BY d." + (chance(2) ? "user_id" : "order_id")
                        + ") AS x FROM " + name + " d" + where + ")";
            case 4 -> "(" + columns + name + " d" + where + " UNION ALL " + columns + other + " d" + otherWhere + ")";
            case 5 -> "(" + columns + name + " d" + where + " EXCEPT " + columns + other + " d" + otherWhere + ")";
            default -> "(SELECT DISTINCT d.user_id, d.user_id + 0 AS order_id, d.x FROM " + name + " d" + where + ")";
        };
    }

    private String joinCondition(List<String> visible) {
        String last = visible.get(visible.size() - 1);
        String other = visible.get(random.nextInt(visible.size() - 1));
        String equal = chance(5) ? column(other) + " = " + column(last) : last + ".user_id = " + other + ".user_id";
        return chance(3) ? equal + " AND " + condition(visible, 1) : equal;
    }

    private String condition(List<String> visible, int depth) {
        int kind = depth == 0 ? 9 : random.nextInt(12);
        if (kind < 3) {
            return condition(visible, depth - 1) + " AND " + condition(visible, depth - 1);
        }
        if (kind < 5) {
            return "(" + condition(visible, depth - 1) + " OR " + condition(visible, depth - 1) + ")";
        }
        if (kind == 5) {
            return "NOT (" + condition(visible, depth - 1) + ")";
        }
        if (kind == 6 || kind == 7) {
            return subquery(visible);
        }
        return atom(visible);
    }

    private String atom(List<String> visible) {
        String column = column(pick(visible));
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> column + " = " + value();
            case 3 -> column + " IN (" + value() + ", " + value() + ", " + value() + ")";
            case 4 -> column + " NOT IN (" + value() + ", " + value() + ")";
            case 5 -> column + " BETWEEN " + value() + " AND " + value();
            case 6 -> column + (chance(2) ? " < " : " >= ") + value();
            case 7 -> column + (chance(2) ? " IS NULL" : " IS NOT NULL");
            case 8 -> column + " <> " + value();
            default -> column + " = " + column(pick(visible));
        };
    }

    private String subquery(List<String> outer) {
        List<String> inner = new ArrayList<>();
        String from = from(inner, outer, 1 + random.nextInt(2));
        List<String> all = new ArrayList<>(outer);
        all.addAll(inner);
        StringBuilder where = new StringBuilder();
        if (!chance(4)) {
            where.append(" WHERE ")
                    .append(pick(inner))
                    .append(".user_id = ")
                    .append(pick(outer))
                    .append(".user_id");
        }
        if (chance(2)) {
            where.append(where.length() == 0 ? " WHERE " : " AND ").append(condition(all, 1));
        }
        if (chance(2)) {
            return (chance(2) ? "" : "NOT ") + "EXISTS (SELECT 1 FROM " + from + where + ")";
        }
        String column = chance(3) ? "order_id" : "user_id";
        return pick(outer) + "." + column + (chance(3) ? " NOT IN (SELECT " : " IN (SELECT ") + pick(inner) + "."
                + column + " FROM " + from + where + ")";
    }

    private String column(String alias) {
        return alias + "." + COLUMNS[random.nextInt(COLUMNS.length)];
    }

    private String pick(List<String> aliases) {
        return aliases.get(random.nextInt(aliases.size()));
    }

    private int value() {
        return random.nextInt(8);
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }
}
