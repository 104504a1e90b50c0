package org.shardingjdbc.engine.internal.generatedkey;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.schema.TableSchema;

/** Which generated keys an execution of a plan makes, asks drivers for and shows. Stateless. */
public final class PlanKeys {
    private PlanKeys() {}

    /** PostgreSQL's driver shows the rows of RETURNING as generated keys where it is asked for these. */
    public static boolean areRows(ShardPlan plan, GeneratedKeyRequest asked, Dialect dialect) {
        return plan.facts().returnsRows() && plan.statementClass() == StatementClass.WRITE && asked.areRowsOf(dialect);
    }

    /**
     * What the drivers are asked for: nothing where a generator made all that the application asked for.
     *
     * @param table the written table, as {@link GeneratedKeyRequest#isOnly} needs it
     */
    public static GeneratedKeyRequest ofDrivers(
            ShardPlan plan, GeneratedKeyRequest asked, Dialect dialect, Supplier<TableSchema> table) {
        if (!asked.wanted() || plan.statementClass() != StatementClass.WRITE) {
            return GeneratedKeyRequest.NONE;
        }
        GeneratedKeys made = plan.generatedKeys();
        boolean ours = made != null
                && made.own()
                && !areRows(plan, asked, dialect)
                && !asked.isForDriver(dialect)
                && asked.isOnly(made.generation().column(), table);
        return ours ? GeneratedKeyRequest.NONE : asked.ofStored(plan.rules().columns());
    }

    /**
     * The keys that the application is shown, or null.
     *
     * @param ofDrivers what the drivers told, or null
     * @param generated what {@link ShardPlan#makeKeys} made
     * @param values of the parameters
     */
    public static @Nullable GeneratedKeyRows shown(
            ShardPlan plan,
            GeneratedKeyRequest asked,
            Dialect dialect,
            @Nullable GeneratedKeyRows ofDrivers,
            Object @Nullable [] generated,
            Object @Nullable [] values) {
        if (!asked.wanted()) {
            return null;
        }
        GeneratedKeys made = plan.generatedKeys();
        Object[] shown = made == null ? null : made.shown(generated, values);
        String column = made == null || !made.own() ? null : made.generation().column();
        boolean told = asked.areTold(ofDrivers, shown == null ? 0 : shown.length, column, dialect);
        return column == null || areRows(plan, asked, dialect) || told
                ? ofDrivers
                : GeneratedKeyRows.made(column, Objects.requireNonNull(shown, "they are not told"));
    }
}
