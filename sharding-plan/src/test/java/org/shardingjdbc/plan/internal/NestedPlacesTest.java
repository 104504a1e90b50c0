package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.Window.NamedWindow;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.unit.UnionBounds;

/**
 * What no data node may evaluate for itself is refused, or answered in steps, wherever it stands in a query that is
 * nested in a statement for several of them: {@link PushdownProof} walks over each place of the grammar. Which places
 * there are is asked of the records of the syntax tree, so that a new one has to be written down here.
 */
class NestedPlacesTest {
    /** Stands for the expression in question. */
    private static final String HOLE = "#";

    /** A number that no query has otherwise. */
    private static final long NUMBER = 4711;

    /** What may stand anywhere. */
    private static final String HARMLESS = "(" + NUMBER + " + 0)";

    private static final Set<Dialect> POSTGRESQL = Set.of(Dialects.POSTGRESQL);
    private static final Set<Dialect> H2 = Set.of(Dialects.H2);
    private static final Set<Dialect> NO_MYSQL = Set.of(Dialects.POSTGRESQL, Dialects.H2);
    private static final Set<Dialect> ALL = Set.of(Dialects.POSTGRESQL, Dialects.MYSQL, Dialects.H2);

    /** What is around a nested query. */
    private enum Around {
        /** A query for each order, which reads items of its data node. */
        ROWS(
                "SELECT o.order_id FROM t_order o WHERE o.amount IN ()",
                "t_order_item i",
                "i.user_id = o.user_id",
                "i.item_id"),
        /** A table that each data node makes of its copy of the countries. */
        COPIES("SELECT o.order_id FROM t_order o JOIN () x ON x.n = o.amount", "t_country c", "", "c.country_id"),
        /** A table of which each data node makes its part. */
        PARTS("SELECT x.n FROM () x ORDER BY x.n", "t_order_item i", "", "i.user_id");

        private final String statement;
        private final String table;
        private final String condition;
        private final String key;

        Around(String statement, String table, String condition, String key) {
            this.statement = statement;
            this.table = table;
            this.condition = condition;
            this.key = key;
        }

        private String from(String joins) {
            return " FROM " + table + joins + (condition.isEmpty() ? "" : " WHERE " + condition);
        }
    }

    /** A nested query with a place for an expression. */
    private record Place(Set<Dialect> dialects, Around around, String query) {
        private String sql(String expression) {
            return around.statement.replace("()", "(" + query.replace(HOLE, expression) + ")");
        }
    }

    /**
     * What may not be left to the data nodes.
     *
     * @param copiesOnly whether each may do so for its own rows
     */
    private record Offence(Dialect dialect, String expression, boolean copiesOnly) {}

    private static final List<Offence> OFFENCES = List.of(
            new Offence(Dialects.POSTGRESQL, "ctid", false),
            new Offence(Dialects.POSTGRESQL, "NEXTVAL('s')", false),
            new Offence(Dialects.POSTGRESQL, "RANDOM()", true),
            new Offence(Dialects.POSTGRESQL, "(SELECT COUNT(*) FROM t_account)", false),
            new Offence(Dialects.MYSQL, "(@p := 4)", false),
            new Offence(Dialects.MYSQL, "CONNECTION_ID()", false),
            new Offence(Dialects.MYSQL, "RAND()", true),
            new Offence(Dialects.MYSQL, "(SELECT COUNT(*) FROM t_account)", false),
            new Offence(Dialects.H2, "_rowid_", false),
            new Offence(Dialects.H2, "SESSION_ID()", false),
            new Offence(Dialects.H2, "RAND()", true),
            new Offence(Dialects.H2, "(SELECT COUNT(*) FROM t_account)", false));

    private static List<Place> places(Around around) {
        List<Place> places = new ArrayList<>();
        String key = around.key;
        String from = around.from("");
        String select = "SELECT " + key + " AS n" + from;
        String and = around.condition.isEmpty() ? " WHERE " : " AND ";
        add(places, ALL, around, "SELECT " + key + " + # AS n" + from);
        add(
                places,
                NO_MYSQL,
                around,
                "SELECT DISTINCT ON (" + key + ", #) " + key + " AS n" + from + " ORDER BY " + key);
        add(places, ALL, around, select + and + key + " < #");
        add(places, ALL, around, select + " GROUP BY " + key + ", #");
        add(places, ALL, around, select + " GROUP BY " + key + " HAVING MAX(" + key + ") < #");
        add(places, H2, around, select + " QUALIFY MAX(" + key + ") OVER (PARTITION BY " + key + ") < #");
        String ranked = "SELECT " + key + " AS n, RANK() OVER ";
        String window = "(PARTITION BY " + key + ", # ORDER BY " + key + ", #";
        add(places, ALL, around, ranked + window + ") AS m" + from);
        add(places, ALL, around, ranked + "w AS m" + from + " WINDOW w AS " + window + ")");
        add(places, ALL, around, ranked + window + " ROWS BETWEEN # PRECEDING AND CURRENT ROW) AS m" + from);
        addTables(places, around);
        addBehind(places, around, select);
        return places;
    }

    private static void addTables(List<Place> places, Around around) {
        String select = "SELECT " + around.key + " AS n";
        String less = " < " + around.key;
        add(places, ALL, around, select + around.from(" JOIN t_region r ON r.region_id < #"));
        add(places, ALL, around, select + around.from(" JOIN (SELECT # AS z) d ON d.z" + less));
        add(places, NO_MYSQL, around, select + around.from(" JOIN (VALUES (#)) d (z) ON d.z" + less));
        add(places, POSTGRESQL, around, select + around.from(" JOIN generate_series(1, #) g (z) ON g.z" + less));
        String table = " FROM " + around.table;
        String right = select
                + around.from("").replace(table, " FROM (SELECT # AS z) d JOIN " + around.table + " ON d.z" + less);
        add(places, ALL, around, right);
        String common = select + around.from(" JOIN w ON w.z" + less);
        add(places, ALL, around, "WITH w AS (SELECT # AS z) " + common);
        add(
                places,
                ALL,
                around,
                "WITH RECURSIVE w (z) AS (SELECT 1 UNION ALL SELECT w.z + # FROM w WHERE w.z < 3) " + common);
        add(
                places,
                ALL,
                around,
                "WITH RECURSIVE w (z) AS (SELECT # UNION ALL SELECT w.z + 1 FROM w WHERE w.z < 3) " + common);
    }

    /** What stands beside a block, and behind it. */
    private static void addBehind(List<Place> places, Around around, String select) {
        String shown = select.replace(" AS n", " + # AS n");
        add(places, ALL, around, select + " UNION ALL " + shown);
        add(places, ALL, around, shown + " UNION ALL " + select);
        add(places, ALL, around, select + " UNION ALL " + select + " ORDER BY #");
        add(places, ALL, around, "(" + shown + ") ORDER BY 1");
        add(places, ALL, around, "(" + select + ") ORDER BY #");
        add(places, ALL, around, select + " ORDER BY " + around.key + ", #");
        if (around == Around.PARTS) {
            return;
        }
        add(places, ALL, around, select + " ORDER BY " + around.key + ", # LIMIT 1");
        add(places, ALL, around, select + " ORDER BY " + around.key + " LIMIT #");
        add(places, ALL, around, select + " ORDER BY " + around.key + " LIMIT 1 OFFSET #");
        add(places, NO_MYSQL, around, select + " UNION ALL VALUES (#)");
        if (around == Around.COPIES) {
            add(places, POSTGRESQL, around, "SELECT t.country_id AS n FROM (TABLE t_country ORDER BY country_id, #) t");
        }
    }

    private static void add(List<Place> places, Set<Dialect> dialects, Around around, String query) {
        places.add(new Place(dialects, around, query));
    }

    @ParameterizedTest
    @EnumSource
    void noDataNodeIsLeftAlone(Around around) {
        List<String> leftAlone = new ArrayList<>();
        for (Place place : places(around)) {
            for (Offence offence : OFFENCES) {
                boolean asked =
                        place.dialects.contains(offence.dialect) && (around == Around.COPIES || !offence.copiesOnly);
                String sql = place.sql(offence.expression);
                List<String> plan = asked ? print(offence.dialect, sql) : List.of();
                if (!isRight(plan, offence)) {
                    leftAlone.add(offence.dialect + ": " + sql);
                }
            }
        }
        assertThat(String.join("\n", leftAlone)).isEmpty();
    }

    /** Whether a plan leaves nothing to the data nodes that it may not, nor to the last of its steps. */
    private static boolean isRight(List<String> plan, Offence offence) {
        List<String> tree = PlanCase.tree(plan);
        if (tree.isEmpty() || PlanCase.refusal(tree.get(0)) != null) {
            return true;
        }
        boolean session = !offence.copiesOnly && !offence.expression.contains("t_account");
        return PlanCase.inSteps(plan)
                && tree.stream()
                        .noneMatch(line -> line.startsWith("   ") && session && line.contains(offence.expression));
    }

    private static boolean isSent(List<String> plan) {
        return !PlanCase.inSteps(plan)
                && PlanCase.tree(plan).stream().anyMatch(line -> line.contains("─ ds_") && line.contains(HARMLESS));
    }

    /** What is refused is so for the expression, not for the place. */
    @ParameterizedTest
    @EnumSource
    void whatIsHarmlessMayStandThere(Around around) {
        List<String> refused = new ArrayList<>();
        for (Place place : places(around)) {
            for (Dialect dialect : place.dialects) {
                String sql = place.sql(HARMLESS);
                List<String> plan = print(dialect, sql);
                if (!isSent(plan)) {
                    refused.add(dialect + ": " + sql + "\n    " + String.join("\n    ", plan));
                }
            }
        }
        assertThat(String.join("\n", refused)).isEmpty();
    }

    /** But for what decides which rows of all data nodes there are, which is refused in any case. */
    @ParameterizedTest
    @EnumSource
    void eachPlaceOfTheGrammarIsAsked(Around around) {
        Set<String> asked = new TreeSet<>();
        for (Place place : places(around)) {
            Dialect dialect = place.dialects.contains(Dialects.H2) ? Dialects.H2 : Dialects.POSTGRESQL;
            PlanTools tools = PlanTools.of(PlanSchema.rules(), new PlanSchema(dialect), dialect, options());
            addPath(tools.parser().parse(place.sql(HARMLESS)).statement(), 0, new ArrayList<>(), asked);
        }
        Set<String> grammar = grammar();
        if (around == Around.PARTS) {
            grammar.removeAll(Set.of("Query.limit", "Limit.count", "Limit.offset"));
        }
        assertThat(asked).containsAll(grammar);
    }

    /** Adds the places inside of the nested query through which the number is reached. */
    private static void addPath(Node node, int queries, List<String> path, Set<String> asked) {
        if (node instanceof Literal literal && Long.valueOf(NUMBER).equals(literal.value())) {
            asked.addAll(path);
        }
        int around = node instanceof Query ? queries + 1 : queries;
        for (Node child : node.children()) {
            List<String> longer = new ArrayList<>(path);
            if (around > 1 && node.getClass().isRecord()) {
                longer.add(name(node.getClass(), component(node, child)));
            }
            addPath(child, around, longer, asked);
        }
    }

    private static String component(Node node, Node child) {
        for (RecordComponent component : node.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(node);
                if (value == child
                        || value instanceof List<?> list && list.stream().anyMatch(each -> each == child)) {
                    return component.getName();
                }
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }
        return node instanceof GroupBy ? "elements" : "?";
    }

    private static String name(Class<?> kind, String component) {
        return kind.getSimpleName() + "." + component;
    }

    /** The components, of what queries are made of, in which an expression may stand. */
    private static Set<String> grammar() {
        List<Class<?>> kinds = new ArrayList<>(List.of(
                Query.class,
                With.class,
                CommonTable.class,
                Clause.class,
                GroupBy.class,
                OrderBy.class,
                SortItem.class,
                Limit.class,
                Window.class,
                NamedWindow.class,
                InsertRow.class));
        kinds.addAll(List.of(QueryBody.class.getPermittedSubclasses()));
        kinds.addAll(List.of(SelectItem.class.getPermittedSubclasses()));
        kinds.addAll(List.of(TableReference.class.getPermittedSubclasses()));
        // what it writes is refused in a nested query
        kinds.remove(DeltaTable.class);
        Set<String> places = new TreeSet<>();
        for (Class<?> kind : kinds) {
            for (RecordComponent component : kind.getRecordComponents()) {
                if (holdsExpressions(component.getGenericType())) {
                    places.add(name(kind, component.getName()));
                }
            }
        }
        return places;
    }

    private static boolean holdsExpressions(Type type) {
        if (type instanceof ParameterizedType list) {
            return holdsExpressions(list.getActualTypeArguments()[0]);
        }
        boolean leaf = Set.of(Identifier.class, QualifiedName.class, Locking.class, NamedTable.class)
                .contains(type);
        return !leaf && (type == GroupBy.GroupingElement.class || Node.class.isAssignableFrom((Class<?>) type));
    }

    private static PlannerOptions options() {
        return new PlannerOptions(true, UnionBounds.NEVER, false);
    }

    private static List<String> print(Dialect dialect, String sql) {
        Planner planner = new Planner(PlanSchema.rules(), new PlanSchema(dialect), dialect, options());
        return new PlanPrinter(planner, PlanSchema.rules()).print(sql, List.of());
    }
}
