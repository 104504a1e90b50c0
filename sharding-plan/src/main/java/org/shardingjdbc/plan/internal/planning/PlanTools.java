package org.shardingjdbc.plan.internal.planning;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.route.internal.shape.Router;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/** What all planning under one version of the rules works with. Immutable. */
public record PlanTools(
        PlanningRules rules,
        Catalog catalog,
        Dialect dialect,
        NameQuoting names,
        SqlParser parser,
        Binder binder,
        Router router,
        PlannerOptions options) {
    public static PlanTools of(PlanningRules rules, Catalog catalog, Dialect dialect, PlannerOptions options) {
        return new PlanTools(
                rules,
                catalog,
                dialect,
                new NameQuoting(dialect),
                new SqlParser(dialect),
                new Binder(rules, catalog, dialect),
                new Router(rules, catalog, dialect),
                options);
    }

    public ActualTables actualTables() {
        return new ActualTables(rules, catalog, dialect, names);
    }

    public LogicDatabaseEdits logicDatabase() {
        return new LogicDatabaseEdits(catalog, dialect, names, parser);
    }

    /** A statement that may be refused, with its names resolved; null when they are refused. */
    public @Nullable BoundStatement bound(ParsedSql parsed) {
        return binder.bindRefused(parsed);
    }

    public InstalledFunctions functions() {
        return new InstalledFunctions(catalog, dialect);
    }
}
