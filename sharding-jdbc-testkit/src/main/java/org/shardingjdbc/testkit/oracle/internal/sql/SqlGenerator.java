package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator;

/**
 * Makes the statements that object-relational mappers, reports, pagination plugins and people write, in the words of
 * H2, PostgreSQL and MariaDB. Their answers are certain but for the order that they say not to have: what is limited,
 * numbered or strung together is in a total order, and of values that are equal but look different none is chosen.
 *
 * <p>Stateless and safe for use by several threads.
 */
public final class SqlGenerator implements StatementGenerator {
    private static final int SELDOM = 500;
    private static final int COMBINED_PERCENT = 4;

    /** Decided last whether it is another one, so that of what a seed asks the rest stays as it was. */
    @Override
    public GeneratedStatement read(SchemaModel schema, RandomChoices choices) {
        GeneratedStatement any = any(schema, choices);
        if (!choices.chance(COMBINED_PERCENT)) {
            return any;
        }
        Parts parts = new Parts(schema, choices);
        return parts.draft().finish(parts.rarities().combined());
    }

    private static GeneratedStatement any(SchemaModel schema, RandomChoices choices) {
        Parts parts = new Parts(schema, choices);
        return withSettings(parts.draft().finish(parts.queries().statement()), schema, choices);
    }

    @Override
    public GeneratedStatement write(SchemaModel schema, RandomChoices choices) {
        return withSettings(new RandomWrites(new Parts(schema, choices)).statement(), schema, choices);
    }

    /** Now and then with a setting of its own; seldom, for it keeps the statement from being answered in steps. */
    private static GeneratedStatement withSettings(
            GeneratedStatement statement, SchemaModel schema, RandomChoices choices) {
        boolean set = schema.kind() == DatabaseKind.MARIADB && choices.next(SELDOM) == SELDOM - 1;
        return set ? statement.behind("SET STATEMENT max_statement_time = 100 FOR ") : statement;
    }

    @Override
    public List<GeneratedStatement> transaction(SchemaModel schema, RandomChoices choices) {
        List<GeneratedStatement> statements = new ArrayList<>();
        do {
            statements.add(choices.chance(45) ? any(schema, choices) : write(schema, choices));
        } while (statements.size() < 3 || statements.size() < 8 && choices.chance(60));
        return statements;
    }

    @Override
    public List<GeneratedStatement> script(SchemaModel schema, RandomChoices choices) {
        return new Scripts(schema, choices).any();
    }
}
