package org.shardingjdbc.feature.shadow.internal;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.internal.MarkedValues.Finding;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.side.SideChoice;

/**
 * Decides whether the executions of one statement are marked. A hint marks all of the statement. Without one, each
 * place that names a table is examined, and the places must not contradict each other. Immutable, shared by all
 * threads.
 */
final class MarkedStatement implements SideChoice {
    private static final String BY_HINT = "mark it by the hint SHADOW=true or SHADOW=false";

    private final HintShadowAlgorithm[] hints;
    private final MarkedPlace[] places;
    private final MarkedValues[] assigned;
    private final boolean definition;
    private final boolean both;
    private final boolean undecidedIsProduction;

    /**
     * @param hints the algorithms of hints that count for the statement
     * @param places the places that name tables with marks in columns
     * @param assigned the values that are assigned to such columns
     * @param definition whether the statement changes definitions, which both sides may have
     * @param both whether the statement runs on both sides where no hint names a side
     * @param undecidedIsProduction whether an undecided statement runs on production; else it is refused
     */
    MarkedStatement(
            HintShadowAlgorithm[] hints,
            MarkedPlace[] places,
            MarkedValues[] assigned,
            boolean definition,
            boolean both,
            boolean undecidedIsProduction) {
        this.hints = hints;
        this.places = places;
        this.assigned = assigned;
        this.definition = definition;
        this.both = both;
        this.undecidedIsProduction = undecidedIsProduction;
    }

    @Override
    public Side side(Object[] parameters, HintValues hinted) {
        for (HintShadowAlgorithm each : hints) {
            if (each.marks(hinted)) {
                return Side.SHADOW;
            }
        }
        if (hinted.side() == Side.BOTH) {
            requireDefinition();
            return Side.BOTH;
        }
        if (hinted.side() == Side.SHADOW) {
            throw refused("no table of it heeds the hint SHADOW; give it an algorithm of type SQL_HINT, or name one as"
                    + " defaultShadowAlgorithmName");
        }
        Side found = places.length == 0 && assigned.length == 0 ? Side.ANY : ofColumns(parameters, hinted);
        if (found != Side.ANY || hinted.side() != Side.ANY) {
            return found == Side.ANY ? hinted.side() : found;
        }
        return both ? Side.BOTH : Side.ANY;
    }

    private void requireDefinition() {
        if (!definition) {
            throw new ShardingException(
                    ErrorCode.HINT_INVALID, "SHADOW=both is for definitions; rows are on one side: true or false");
        }
    }

    private Side ofColumns(Object[] parameters, HintValues hinted) {
        MarkedPlace marked = null;
        MarkedPlace unmarked = null;
        MarkedPlace unclear = null;
        for (MarkedPlace place : places) {
            Finding finding = place.find(parameters);
            switch (finding) {
                case ALL -> marked = place;
                case NONE -> unmarked = place;
                case UNCLEAR -> unclear = place;
                case SOME ->
                    throw refused("some values of column " + place.columns() + " of table " + place.table()
                            + " are marks and others are not; make a statement of each");
            }
        }
        if (marked != null && unmarked != null) {
            throw refused("table " + marked.table() + " is marked by column " + marked.columns() + ", and table "
                    + unmarked.table() + " is not; " + BY_HINT);
        }
        if (marked != null) {
            return Side.SHADOW;
        }
        boolean decided = undecidedIsProduction || hinted.side() == Side.PRODUCTION;
        if (unclear != null && !decided) {
            throw refused("whether rows of table " + unclear.table() + " are marked cannot be told by column "
                    + unclear.columns() + "; compare it with values by =, IN or LIKE, or " + BY_HINT);
        }
        requireUnmarked(parameters, decided);
        return unmarked == null ? Side.ANY : Side.PRODUCTION;
    }

    /** Refuses a statement on production that gives rows a mark. */
    private void requireUnmarked(Object[] parameters, boolean decided) {
        for (MarkedValues each : assigned) {
            Finding finding = each.find(parameters);
            if (finding == Finding.UNCLEAR ? !decided : finding != Finding.NONE) {
                throw refused("it gives rows that are not marked a value of column " + each.column() + " that "
                        + (finding == Finding.UNCLEAR ? "may be" : "is") + " a mark; " + BY_HINT);
            }
        }
    }

    private static ShardingException refused(String why) {
        return new ShardingException(ErrorCode.REFUSED_BY_RULE, ShadowRule.NAME, why);
    }
}
