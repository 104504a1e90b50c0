package io.shardingjdbc.testkit.oracle;

import java.util.List;

/** What is asked of a {@link StatementGenerator}. */
enum TrialKind {
    READ,
    WRITE,
    TRANSACTION;

    private static final int READ_SHARE = 70;
    private static final int WRITE_SHARE = 90;

    static TrialKind of(Choices choices) {
        int share = choices.next(100);
        if (share < READ_SHARE) {
            return READ;
        }
        return share < WRITE_SHARE ? WRITE : TRANSACTION;
    }

    List<GeneratedStatement> generate(StatementGenerator generator, SchemaModel schema, Choices choices) {
        return switch (this) {
            case READ -> List.of(generator.read(schema, choices));
            case WRITE -> List.of(generator.write(schema, choices));
            case TRANSACTION -> generator.transaction(schema, choices);
        };
    }
}
