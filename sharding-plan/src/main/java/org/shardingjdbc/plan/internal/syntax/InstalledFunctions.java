package org.shardingjdbc.plan.internal.syntax;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.print.InstalledCalls;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.FunctionNature;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;

/**
 * What the databases know of functions that are in none of the lists of {@link Functions}: those that somebody made,
 * and PostgreSQL's own of every version. Immutable.
 */
public record InstalledFunctions(Catalog catalog, Dialect dialect) {

    /**
     * A statement whose calls are marked that may mean a function which users have made, though the name is that of a
     * built-in one; itself where none may. Databases are asked once, and only where such a name is called.
     */
    public ParsedSql marked(ParsedSql parsed) {
        return InstalledCalls.marked(parsed, this::isOverloaded);
    }

    /** What such a function is, is asked by its name then; those of extensions are mostly for types of their own. */
    private boolean isOverloaded(FunctionCall call) {
        if (call.installed() || call.name().parts().size() > 1 || !Functions.isListed(call)) {
            return false;
        }
        String name = Functions.name(call);
        for (InstalledFunction function : catalog.installedFunctions()) {
            if (function.name().equals(name) && !(function.extension() && Functions.isAlike(function))) {
                return true;
            }
        }
        return false;
    }

    /** {@link FunctionNature#UNKNOWN} for one that our lists know. */
    FunctionNature nature(FunctionCall call) {
        return Functions.isAggregate(call) || Functions.isScalar(call)
                ? FunctionNature.UNKNOWN
                : catalog.function(Functions.name(call));
    }

    /** Whether its value, or its rows, follow from what it is given, wherever that is computed. */
    public boolean followsFromArguments(FunctionCall call) {
        FunctionNature nature = nature(call);
        return nature == FunctionNature.IMMUTABLE
                || nature == FunctionNature.ROWS
                || nature == FunctionNature.AGGREGATE;
    }

    /** Whether it is certain that it has one value for each row: MySQL's catalog does not tell aggregates. */
    public boolean isScalar(FunctionCall call) {
        FunctionNature nature = nature(call);
        return dialect.catalogs().tellsAggregates()
                && (nature == FunctionNature.IMMUTABLE
                        || nature == FunctionNature.STABLE
                        || nature == FunctionNature.VOLATILE);
    }

    /** Whether it is certain that it makes one value of many rows, or is a window function. */
    public boolean isAggregate(FunctionCall call) {
        return nature(call) == FunctionNature.AGGREGATE;
    }

    /** Whether it is certain that it makes one value of many rows, or many rows of one. */
    public boolean isOfSeveralRows(FunctionCall call) {
        FunctionNature nature = nature(call);
        return nature == FunctionNature.AGGREGATE || nature == FunctionNature.ROWS;
    }

    /** Whether calling it again may give another value, as the lists or the database say. */
    public boolean isVolatile(FunctionCall call) {
        return Functions.isVolatile(call) || nature(call) == FunctionNature.VOLATILE;
    }
}
