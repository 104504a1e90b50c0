package org.shardingjdbc.route.internal.shape;

import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A procedure of one of several data sources with sharded tables. Nobody sees what it does, so that only a hint can say
 * where that is to be done.
 */
final class CallShape extends BaseShape {
    private static final Refusal NOWHERE = Refusal.of(
            ErrorCode.JDBC_FEATURE_REFUSED,
            "CALL",
            "what a procedure does cannot be seen, and there are several data sources; name one of them by the"
                    + " hint DATA_SOURCE_NAME");

    /** @param units one of each data source */
    CallShape(List<RouteUnit> units, List<String> dataSourceNames) {
        super(RouteKind.SINGLE_NODE, units, dataSourceNames);
    }

    @Override
    RoutedUnits choose(Object[] parameters, HintValues hints) {
        if (hints.dataSourceName() == null) {
            return RoutedUnits.refused(NOWHERE.kept());
        }
        return new RoutedUnits(new int[] {0});
    }

    @Override
    public boolean anyUnit() {
        return true;
    }

    @Override
    public String describe(Predicate<String> hidden) {
        return "the data source of a hint";
    }
}
