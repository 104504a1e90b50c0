package io.shardingjdbc.jdbc.differential;

import io.shardingjdbc.testkit.DatabaseKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random queries over the tables of {@link ShopSchema} that every dialect understands. Equal seeds make equal
 * queries.
 */
final class QueryGenerator {
    /**
     * A query and how its rows compare.
     *
     * @param ordered whether its ORDER BY is total
     */
    record GeneratedQuery(String sql, boolean ordered) {}

    private record Column(String name, char type) {}

    private final Random random;
    private final DatabaseKind kind;
    private final List<Column> columns = new ArrayList<>();
    private final List<String> keys = new ArrayList<>();

    QueryGenerator(long seed, DatabaseKind kind) {
        this.random = new Random(seed);
        this.kind = kind;
    }

    GeneratedQuery next() {
        columns.clear();
        keys.clear();
        String from = from();
        String where = random.nextInt(5) == 0 ? "" : " WHERE " + predicate(random.nextInt(3) + 1);
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> plain(from, where);
            case 4 -> distinct(from, where);
            case 5 -> aggregate(from, where);
            case 6, 7, 8 -> grouped(from, where);
            case 9 -> union(from, where);
            case 10 -> derived(from, where);
            default -> window(from, where);
        };
    }

    /** A random UPDATE or DELETE of one table without an alias; {@code GeneratedQuery.sql} begins with its verb. */
    GeneratedQuery nextWrite() {
        columns.clear();
        keys.clear();
        String table =
                switch (random.nextInt(4)) {
                    case 0 -> user("t_user").substring(0, "t_user".length());
                    case 1 -> order("t_order").substring(0, "t_order".length());
                    case 2 -> item("t_order_item").substring(0, "t_order_item".length());
                    default -> {
                        add("t_account", "account_id:n amount:n kind:t owner:t");
                        yield "t_account";
                    }
                };
        String where = random.nextInt(9) == 0 ? "" : " WHERE " + predicate(random.nextInt(3) + 1);
        if (random.nextInt(3) == 0) {
            return new GeneratedQuery("DELETE FROM " + table + where, false);
        }
        String column =
                switch (table) {
                    case "t_user" -> "level";
                    case "t_account" -> "amount";
                    default -> "quantity";
                };
        String value = pick("7", column + " + 1", "NULL", "CASE WHEN " + predicate(1) + " THEN 1 ELSE 2 END");
        return new GeneratedQuery("UPDATE " + table + " SET " + column + " = " + value + where, false);
    }

    private String from() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> user("u");
            case 2, 3 -> order("o");
            case 4 -> item("i");
            case 5 -> account();
            case 6 -> order("o") + join() + item("i") + " ON o.order_id = i.order_id AND o.user_id = i.user_id";
            case 7 -> order("o") + join() + item("i") + " ON o.order_id = i.order_id";
            case 8 -> user("u") + join() + country() + " ON u.country_id = c.country_id";
            case 9 -> country() + join() + user("u") + " ON u.country_id = c.country_id";
            case 10 -> user("u") + join() + order("o") + " ON u.user_id = o.user_id";
            default -> order("o") + ", " + item("i");
        };
    }

    private String join() {
        return pick(" JOIN ", " JOIN ", " LEFT JOIN ", " RIGHT JOIN ");
    }

    private String user(String alias) {
        add(alias, "user_id:n level:n balance:n country_id:n birthday:d active:b name:t email:t");
        keys.add(alias + ".user_id");
        return "t_user " + alias;
    }

    private String order(String alias) {
        add(alias, "order_id:n user_id:n amount:n quantity:n order_date:d paid:b status:t note:t");
        keys.add(alias + ".order_id");
        return "t_order " + alias;
    }

    private String item(String alias) {
        add(alias, "item_id:n order_id:n user_id:n price:n quantity:n product:t");
        keys.add(alias + ".item_id");
        return "t_order_item " + alias;
    }

    private String account() {
        add("a", "account_id:n amount:n kind:t owner:t");
        keys.add("a.account_id");
        return "t_account a";
    }

    private String country() {
        add("c", "country_id:n code:t");
        keys.add("c.country_id");
        return "t_country c";
    }

    private void add(String alias, String described) {
        for (String one : described.split(" ")) {
            columns.add(new Column(alias + "." + one.substring(0, one.length() - 2), one.charAt(one.length() - 1)));
        }
    }

    private GeneratedQuery plain(String from, String where) {
        StringBuilder sql = new StringBuilder("SELECT ");
        int items = random.nextInt(4) + 1;
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ").append(value()).append(" AS c").append(i);
        }
        sql.append(" FROM ").append(from).append(where);
        return ordered(sql, items, "");
    }

    private GeneratedQuery distinct(String from, String where) {
        StringBuilder sql = new StringBuilder("SELECT DISTINCT ");
        int items = random.nextInt(2) + 1;
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(column("ndb").name())
                    .append(" AS c")
                    .append(i);
        }
        sql.append(" FROM ").append(from).append(where);
        if (random.nextBoolean()) {
            return new GeneratedQuery(sql.toString(), false);
        }
        sql.append(" ORDER BY ");
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ").append("c").append(i).append(pick("", " DESC"));
        }
        return new GeneratedQuery(sql.append(page()).toString(), true);
    }

    private GeneratedQuery aggregate(String from, String where) {
        StringBuilder sql = new StringBuilder("SELECT ");
        int items = random.nextInt(3) + 1;
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ").append(aggregate()).append(" AS c").append(i);
        }
        sql.append(" FROM ").append(from).append(where);
        if (random.nextInt(4) == 0) {
            sql.append(" HAVING ").append(numericAggregate()).append(pick(" > 3", " < 100", " IS NOT NULL"));
        }
        return new GeneratedQuery(sql.toString(), true);
    }

    private GeneratedQuery grouped(String from, String where) {
        int groups = random.nextInt(2) + 1;
        List<String> by = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            by.add(
                    random.nextInt(3) == 0
                            ? keyLike()
                            : column(kind == DatabaseKind.POSTGRESQL ? "nndbt" : "nndb")
                                    .name());
        }
        StringBuilder sql = new StringBuilder("SELECT ");
        for (int i = 0; i < groups; i++) {
            sql.append(by.get(i)).append(" AS g").append(i).append(", ");
        }
        int items = random.nextInt(2) + 1;
        for (int i = 0; i < items; i++) {
            sql.append(i == 0 ? "" : ", ").append(aggregate()).append(" AS c").append(i);
        }
        sql.append(" FROM ").append(from).append(where).append(" GROUP BY ").append(String.join(", ", by));
        if (random.nextInt(3) == 0) {
            sql.append(" HAVING ")
                    .append(numericAggregate())
                    .append(pick(" > 1", " < 60", " IS NOT NULL", " >= 2 AND COUNT(*) < 50"));
        }
        boolean text = by.stream()
                .anyMatch(name -> columns.stream().anyMatch(c -> c.name().equals(name) && c.type() == 't'));
        if (text || random.nextInt(3) == 0) {
            return new GeneratedQuery(sql.toString(), false);
        }
        sql.append(" ORDER BY ");
        if (random.nextInt(3) == 0) {
            sql.append(pick("COUNT(*) DESC, ", "c0, ", "MIN(" + column("n").name() + "), "));
        }
        for (int i = 0; i < groups; i++) {
            sql.append(i == 0 ? "" : ", ").append(pick("g" + i, by.get(i))).append(pick("", " DESC"));
        }
        return new GeneratedQuery(sql.append(page()).toString(), true);
    }

    private GeneratedQuery union(String from, String where) {
        String item = column("n").name();
        String sql = "SELECT " + item + " AS c0 FROM " + from + where
                + pick(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ") + "SELECT " + item + " FROM " + from
                + " WHERE " + predicate(1);
        boolean ordered = random.nextBoolean();
        return new GeneratedQuery(sql + (ordered ? " ORDER BY c0" + page() : ""), ordered);
    }

    private GeneratedQuery derived(String from, String where) {
        String key = keyLike();
        String inner =
                switch (random.nextInt(4)) {
                    case 0 -> "SELECT " + key + " AS k, COUNT(*) AS n FROM " + from + where + " GROUP BY " + key;
                    case 1 -> "SELECT DISTINCT " + key + " AS k, 1 AS n FROM " + from + where;
                    case 2 ->
                        "SELECT " + key + " AS k, 2 AS n FROM " + from + where + " ORDER BY " + String.join(", ", keys)
                                + " LIMIT 7";
                    default -> "SELECT " + key + " AS k, 3 AS n FROM " + from + where;
                };
        return switch (random.nextInt(3)) {
            case 0 -> new GeneratedQuery("SELECT COUNT(*) AS c0, SUM(x.n) AS c1 FROM (" + inner + ") x", true);
            case 1 -> new GeneratedQuery("SELECT x.k AS c0, x.n AS c1 FROM (" + inner + ") x WHERE x.n > 0", false);
            default ->
                new GeneratedQuery("SELECT x.k AS c0, MAX(x.n) AS c1 FROM (" + inner + ") x GROUP BY x.k", false);
        };
    }

    private GeneratedQuery window(String from, String where) {
        String partition =
                pick("", "PARTITION BY " + keyLike() + " ", "PARTITION BY " + String.join(", ", keyColumns()) + " ");
        return new GeneratedQuery(
                "SELECT " + keys.get(0) + " AS c0, COUNT(*) OVER (" + partition + "ORDER BY " + String.join(", ", keys)
                        + ") AS c1 FROM " + from + where,
                false);
    }

    private GeneratedQuery ordered(StringBuilder sql, int items, String suffix) {
        if (random.nextInt(3) == 0) {
            return new GeneratedQuery(sql.append(suffix).toString(), false);
        }
        sql.append(" ORDER BY ");
        if (random.nextBoolean()) {
            Column first = column("ndb");
            sql.append(first.name()).append(pick("", " DESC")).append(", ");
        }
        sql.append(String.join(pick(", ", " DESC, "), keys)).append(pick("", " DESC"));
        return new GeneratedQuery(sql.append(page()).toString(), true);
    }

    private String page() {
        return pick("", "", " LIMIT 5", " LIMIT 7 OFFSET 3", " LIMIT 3 OFFSET 11");
    }

    private String predicate(int depth) {
        if (depth > 1) {
            return switch (random.nextInt(5)) {
                case 0 -> "(" + predicate(depth - 1) + " OR " + predicate(depth - 1) + ")";
                case 1 -> "NOT (" + predicate(depth - 1) + ")";
                default -> predicate(depth - 1) + " AND " + predicate(depth - 1);
            };
        }
        return switch (random.nextInt(14)) {
            case 0, 1 -> keyLike() + " = " + number();
            case 2, 3 ->
                keyLike() + pick(" IN (", " IN (", " NOT IN (") + number() + ", " + number() + ", " + number() + ")";
            case 4 -> keyLike() + pick(" > ", " <= ", " <> ", " < ") + number();
            case 5 -> keyLike() + pick(" BETWEEN ", " NOT BETWEEN ") + number() + " AND " + number();
            case 6 -> column("n").name() + pick(" IS NULL", " IS NOT NULL");
            case 7 ->
                column("n").name() + pick(" > ", " = ", " <= ") + column("n").name();
            case 8 -> column("n").name() + " + " + number() + " > " + number();
            case 9 -> subquery();
            case 10 -> keyLike() + " = " + number() + " + " + random.nextInt(3);
            case 11 -> "COALESCE(" + column("n").name() + ", 0) < " + number();
            case 12 -> "1 = " + random.nextInt(2);
            default -> column("n").name() + " = " + number();
        };
    }

    private String subquery() {
        String key = keyLike();
        return switch (random.nextInt(5)) {
            case 0 -> pick("", "NOT ") + "EXISTS (SELECT 1 FROM t_order_item s WHERE s.order_id = " + key + ")";
            case 1 ->
                key + pick(" IN ", " NOT IN ") + "(SELECT s.user_id FROM t_user s WHERE s.level = " + random.nextInt(5)
                        + ")";
            case 2 -> key + " IN (SELECT s.country_id FROM t_country s WHERE s.country_id > 1)";
            case 3 -> "EXISTS (SELECT 1 FROM t_user s WHERE s.user_id = " + key + " AND s.level > 1)";
            default -> column("n").name() + " > (SELECT MIN(s.country_id) FROM t_country s)";
        };
    }

    private String value() {
        return switch (random.nextInt(6)) {
            case 0 -> column("n").name() + pick(" + ", " - ", " * ") + number();
            case 1 ->
                "CASE WHEN " + predicate(1) + " THEN " + number() + " ELSE "
                        + column("n").name() + " END";
            default -> column("nndbt").name();
        };
    }

    private String numericAggregate() {
        return pick(
                "COUNT(*)",
                "SUM(" + column("n").name() + ")",
                "MAX(" + column("n").name() + ")",
                "COUNT(DISTINCT " + column("nd").name() + ")");
    }

    private String aggregate() {
        return switch (random.nextInt(9)) {
            case 0, 1 -> "COUNT(*)";
            case 2 -> "COUNT(" + column("ndb").name() + ")";
            case 3, 4 -> "SUM(" + column("n").name() + ")";
            case 5 -> "MIN(" + column("nd").name() + ")";
            case 6 -> "MAX(" + column("nd").name() + ")";
            case 7 -> "AVG(" + column("n").name() + ")";
            default -> "COUNT(DISTINCT " + column("nd").name() + ")";
        };
    }

    private Column column(String types) {
        char type = types.charAt(random.nextInt(types.length()));
        List<Column> fitting = columns.stream().filter(c -> c.type() == type).toList();
        return fitting.isEmpty() ? columns.get(0) : fitting.get(random.nextInt(fitting.size()));
    }

    private List<String> keyColumns() {
        return columns.stream()
                .map(Column::name)
                .filter(n -> n.endsWith("user_id") || n.endsWith("order_id") || n.endsWith("account_id"))
                .toList();
    }

    private String keyLike() {
        List<String> names = keyColumns();
        return names.isEmpty() ? column("n").name() : names.get(random.nextInt(names.size()));
    }

    private String number() {
        return String.valueOf(random.nextInt(45) - 2);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
