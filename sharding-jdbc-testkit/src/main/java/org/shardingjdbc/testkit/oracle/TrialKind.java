package org.shardingjdbc.testkit.oracle;

import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.StatementGenerator;

/** What is asked of a {@link StatementGenerator}. */
enum TrialKind {
    READ,
    WRITE,
    TRANSACTION,
    /** Statements that define something and use it; not in a user's own schema. */
    SCRIPT;

    private static final int READ_SHARE = 70;
    private static final int WRITE_SHARE = 88;
    private static final int TRANSACTION_SHARE = 97;

    /** @param defining whether definitions may be made, because they can be taken back */
    static TrialKind of(RandomChoices choices, boolean defining) {
        int share = choices.next(100);
        if (share < READ_SHARE) {
            return READ;
        }
        if (share < WRITE_SHARE) {
            return WRITE;
        }
        return share < TRANSACTION_SHARE || !defining ? TRANSACTION : SCRIPT;
    }

    List<GeneratedStatement> generate(StatementGenerator generator, SchemaModel schema, RandomChoices choices) {
        return switch (this) {
            case READ -> List.of(generator.read(schema, choices));
            case WRITE -> List.of(generator.write(schema, choices));
            case TRANSACTION -> generator.transaction(schema, choices);
            case SCRIPT -> generator.script(schema, choices);
        };
    }

    /** The simplest way to run it. */
    Manner simple() {
        return switch (this) {
            case READ -> Manner.PLAIN;
            case WRITE, TRANSACTION -> Manner.WRITE;
            case SCRIPT -> Manner.SCRIPT;
        };
    }
}
