package org.shardingjdbc.route.internal.shape;

import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.rule.hint.HintValues;

/** The same units in every execution. */
final class FixedShape extends BaseShape {
    private final RoutedUnits route;
    private final boolean anyUnit;
    private final boolean movable;
    private final String description;

    private FixedShape(
            RouteKind kind,
            List<RouteUnit> units,
            List<String> dataSourceNames,
            RoutedUnits route,
            String description,
            boolean movable) {
        super(kind, units, dataSourceNames);
        this.route = route;
        this.movable = movable;
        this.anyUnit = route.units().length < units.size();
        this.description = description;
    }

    /** All of the units. */
    static FixedShape all(RouteKind kind, List<RouteUnit> units, List<String> dataSourceNames, String description) {
        int[] indexes = new int[units.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = i;
        }
        return new FixedShape(kind, units, dataSourceNames, new RoutedUnits(indexes), description, false);
    }

    /**
     * One of the units, whichever; unless something else speaks for another, that of index {@code first}.
     *
     * @param movable see {@link #movable()}
     */
    static FixedShape any(
            List<RouteUnit> units, int first, List<String> dataSourceNames, String description, boolean movable) {
        RoutedUnits route = new RoutedUnits(new int[] {first});
        return new FixedShape(RouteKind.SINGLE_NODE, units, dataSourceNames, route, description, movable);
    }

    @Override
    RoutedUnits choose(Object[] parameters, HintValues hints) {
        return route;
    }

    @Override
    public boolean anyUnit() {
        return anyUnit;
    }

    @Override
    public boolean movable() {
        return movable && anyUnit;
    }

    @Override
    public boolean ofOneUnit() {
        return route.units().length == 1;
    }

    @Override
    boolean mayLeaveOut() {
        return kind() != RouteKind.BROADCAST;
    }

    @Override
    public String describe(Predicate<String> hidden) {
        return description;
    }
}
