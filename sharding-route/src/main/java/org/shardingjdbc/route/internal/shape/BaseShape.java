package org.shardingjdbc.route.internal.shape;

import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * What all route shapes have in common: their kind, the route units among which an execution chooses, and names for
 * errors.
 */
abstract class BaseShape implements RouteShape {
    private final RouteKind kind;
    private final List<RouteUnit> units;
    private final List<String> dataSourceNames;

    /** @param units immutable */
    BaseShape(RouteKind kind, List<RouteUnit> units, List<String> dataSourceNames) {
        this.kind = kind;
        this.units = units;
        this.dataSourceNames = dataSourceNames;
    }

    @Override
    public final RouteKind kind() {
        return kind;
    }

    @Override
    public final List<RouteUnit> units() {
        return units;
    }

    @Override
    public List<Node> splits() {
        return List.of();
    }

    @Override
    public final RoutedUnits decide(Object[] parameters, HintValues hints) {
        RoutedUnits route = choose(parameters, hints);
        return hints.dataSourceName() == null || route.refusal() != null
                ? route
                : inDataSource(route, hints.dataSourceName());
    }

    /** The choice without regard to a hint that names a data source. */
    abstract RoutedUnits choose(Object[] parameters, HintValues hints);

    /** Whether a statement may leave out units at the word of a hint: reads, updates and deletes, but not inserts. */
    boolean mayLeaveOut() {
        return true;
    }

    private RoutedUnits inDataSource(RoutedUnits route, String name) {
        if (dataSourceNames.stream().noneMatch(name::equalsIgnoreCase)) {
            return RoutedUnits.refused(
                    new ShardingException(ErrorCode.HINTED_DATA_SOURCE_UNKNOWN, name, dataSourceNames));
        }
        int[] chosen = route.units();
        if (anyUnit()) {
            for (int i = 0; i < units.size(); i++) {
                if (isIn(i, name)) {
                    return new RoutedUnits(new int[] {i});
                }
            }
        }
        int[] positions = new int[chosen.length];
        int count = 0;
        for (int i = 0; i < chosen.length; i++) {
            if (isIn(chosen[i], name)) {
                positions[count++] = i;
            }
        }
        if (count == 0 && chosen.length > 0 || count < chosen.length && !mayLeaveOut()) {
            return RoutedUnits.refused(new ShardingException(ErrorCode.HINTED_DATA_SOURCE_MISSED, name));
        }
        return count == chosen.length ? route : kept(route, Arrays.copyOf(positions, count));
    }

    private static RoutedUnits kept(RoutedUnits route, int[] positions) {
        int[] units = new int[positions.length];
        int[][][] elements = new int[route.elements().length][][];
        for (int i = 0; i < positions.length; i++) {
            units[i] = route.units()[positions[i]];
        }
        for (int split = 0; split < elements.length; split++) {
            if (route.elements()[split] != null) {
                elements[split] = new int[positions.length][];
                for (int i = 0; i < positions.length; i++) {
                    elements[split][i] = route.elements()[split][positions[i]];
                }
            }
        }
        return new RoutedUnits(units, elements);
    }

    private boolean isIn(int unit, String dataSourceName) {
        return units.get(unit).dataSourceName().equalsIgnoreCase(dataSourceName);
    }
}
