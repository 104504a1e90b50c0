package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Restrictions that hold together; one term of a disjunction. Immutable. */
record Alternative(List<Restriction> restrictions) {
    /** Restricts nothing. */
    static final Alternative ALL = new Alternative(List.of());

    public Alternative {
        restrictions = List.copyOf(restrictions);
    }

    Alternative and(Alternative other) {
        List<Restriction> all = new ArrayList<>(restrictions);
        for (Restriction restriction : other.restrictions) {
            if (!restrictions.contains(restriction)) {
                all.add(restriction);
            }
        }
        return new Alternative(all);
    }

    /** The points of its only restriction when that is all it says, else null. */
    Restriction.@Nullable Points onlyPoints() {
        return restrictions.size() == 1
                        && restrictions.get(0) instanceof Restriction.Points points
                        && !points.nullSafe()
                ? points
                : null;
    }

    /** Whether each of so many columns has exactly one value. */
    boolean isEqual(int columns) {
        boolean[] equal = new boolean[columns];
        int count = 0;
        for (Restriction restriction : restrictions) {
            boolean one = restriction instanceof Restriction.Points points
                    && points.operands().size() == 1;
            if (one && !equal[restriction.column()]) {
                equal[restriction.column()] = true;
                count++;
            }
        }
        return columns > 0 && count == columns;
    }

    /** Whether some column has a list of values. */
    boolean hasPoints() {
        for (Restriction restriction : restrictions) {
            if (restriction instanceof Restriction.Points) {
                return true;
            }
        }
        return false;
    }

    /** Fills in what each column may be in one execution; false when a column can be nothing. */
    boolean domains(Object[] parameters, ColumnSchema[] schemas, Domain[] domains) {
        for (int i = 0; i < domains.length; i++) {
            domains[i] = Domain.ALL;
        }
        for (int i = 0; i < restrictions.size(); i++) {
            Restriction restriction = restrictions.get(i);
            int column = restriction.column();
            Domain domain = restriction.domain(parameters, schemas[column]);
            domains[column] = domains[column] == Domain.ALL ? domain : Domains.and(domains[column], domain);
            if (Domains.isEmpty(domains[column])) {
                return false;
            }
        }
        return true;
    }
}
