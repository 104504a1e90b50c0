package org.shardingjdbc.route.internal.shape;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.rule.hint.HintValues;

/** A function from parameters to route units, computed once from the SQL text. Immutable, shared by all threads. */
public interface RouteShape {
    /** What the text alone says. */
    RouteKind kind();

    /** Every unit that an execution may choose; the position is the unit's index. */
    List<RouteUnit> units();

    /**
     * The lists of the statement whose elements may be divided among the units: an
     * {@link org.shardingjdbc.parser.internal.ast.Expression.InList} on a sharding column, or the
     * {@link org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource} of an INSERT.
     */
    List<Node> splits();

    /**
     * Chooses the units of one execution.
     *
     * @param parameters 0-based, one entry for each {@code ?} in text order, in the classes that the setters were given
     * @param hints never null
     * @return refused when no correct choice exists, or a hint names another place
     * @throws org.shardingjdbc.error.ShardingException when an algorithm refuses a value, or a key is none
     */
    RoutedUnits decide(Object[] parameters, HintValues hints);

    /**
     * The same for those who must have one.
     *
     * @throws org.shardingjdbc.error.ShardingException also when no correct choice exists, before anything ran
     */
    default RoutedUnits route(Object[] parameters, HintValues hints) {
        RoutedUnits route = decide(parameters, hints);
        if (route.refusal() != null) {
            throw route.refusal().again();
        }
        return route;
    }

    /**
     * What finds the only unit of an execution that no hint sends elsewhere, without making objects: the same that
     * {@link #route} would choose.
     *
     * @return null where {@code route} must be asked
     */
    default @Nullable DirectChoice direct() {
        return null;
    }

    /**
     * Whether each of the {@link #units()} alone gives the whole answer, such as a read of broadcast tables;
     * {@link #route} then chooses one of them, and the caller may take another, say one whose connection is open
     * already.
     */
    default boolean anyUnit() {
        return false;
    }

    /**
     * Whether {@link #anyUnit()} holds, and nothing in the statement could tell or change where it runs: it calls no
     * function and reads no variable.
     */
    default boolean movable() {
        return false;
    }

    /**
     * Index of the data source of all units that executions choose, since single tables of it take part; -1 when any of
     * the {@link #units()} may be chosen.
     */
    default int onlyDataSource() {
        return -1;
    }

    /**
     * Index of the first unit that an execution may choose.
     *
     * @param dataSource index of the data source that it must be in, -1 for any
     * @return -1 when there is none
     */
    default int firstUnit(int dataSource) {
        int only = onlyDataSource();
        if (dataSource >= 0 && only >= 0 && dataSource != only) {
            return -1;
        }
        int wanted = Math.max(dataSource, only);
        for (int unit = 0; unit < units().size(); unit++) {
            if (wanted < 0 || units().get(unit).dataSource() == wanted) {
                return unit;
            }
        }
        return -1;
    }

    /**
     * Whether an execution goes to several units only where a parameter's value or a hint makes it so, and not by what
     * the text says: it gives each sharding column one value, and nothing else has to be checked.
     */
    default boolean ofOneUnit() {
        return false;
    }

    /**
     * Why executions are refused that choose more data nodes than the statement may have, or others; null where it may
     * have all.
     */
    default @Nullable ErrorCode refusalBeyond() {
        return null;
    }

    /**
     * The sharded tables of several data nodes of which no sharding column is restricted, each once; a table that only
     * hints place is restricted by a hint.
     */
    default List<String> unconditioned(HintValues hints) {
        return List.of();
    }

    /** The sharding columns, values and intervals in words, for EXPLAIN: {@code t_order.user_id = ?1}. */
    default String describe() {
        return describe(column -> false);
    }

    /**
     * The same without constants of some columns.
     *
     * @param hidden tells of a sharding column, as {@code t_order.user_id}, whether its constants must not be shown
     */
    String describe(Predicate<String> hidden);
}
