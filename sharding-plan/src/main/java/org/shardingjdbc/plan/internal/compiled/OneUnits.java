package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.unit.OneUnit;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/**
 * The executions of a plan on one unit, made when first needed and kept, as {@link RenderedUnits} are; of two that were
 * made at a time either serves. One per plan, shared by all threads.
 */
final class OneUnits {
    private final List<RouteUnit> units;
    private final RenderedUnits rendered;
    private final Made[] made;

    /** With the decision for it, so that an execution makes nothing. */
    private record Made(OneUnit unit, Decision<ShardExecution> decided) {
        Made(OneUnit unit) {
            this(unit, new Decision.Proved<>(unit));
        }
    }

    /** @param template their SQL */
    OneUnits(SqlTemplate template, List<String> tableNames, List<RouteUnit> units) {
        this.units = units;
        this.rendered = new RenderedUnits(template, tableNames, units);
        this.made = new Made[RenderedUnits.capacity(units)];
    }

    OneUnit get(int unit) {
        Made known = unit < made.length ? made[unit] : null;
        return (known == null ? made(unit) : known).unit;
    }

    /** The same as what is decided. */
    Decision<ShardExecution> decided(int unit) {
        return made(unit).decided;
    }

    private Made made(int unit) {
        if (unit >= made.length) {
            return new Made(new OneUnit(units.get(unit), rendered.get(unit)));
        }
        Made known = made[unit];
        if (known == null) {
            known = new Made(new OneUnit(unit, units.get(unit), rendered.get(unit)));
            made[unit] = known;
        }
        return known;
    }

    /** The execution on the first unit of a data source; null when none is there. */
    OneUnit in(String dataSource) {
        for (int unit = 0; unit < units.size(); unit++) {
            if (units.get(unit).dataSourceName().equals(dataSource)) {
                return get(unit);
            }
        }
        return null;
    }
}
