package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.parser.ast.InsertStatement;
import java.util.EnumSet;
import java.util.Set;

/** Finds the steps of a write that no rule proves for the data nodes it touches. One per plan; safe for all threads. */
final class WriteSteps {
    /** What steps would not change: the row that is there already may be on another data node. */
    private static final Set<ErrorCode> FINAL =
            EnumSet.of(ErrorCode.CONFLICT_ACROSS_NODES, ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN);

    private final StepSource source;
    private final ParsedSql parsed;

    WriteSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
    }

    /** @return null when there are none: the refusal holds */
    StagedExecution find(Object[] parameters, ShardingException refusal) {
        if (FINAL.contains(refusal.code())) {
            return null;
        }
        if (parsed.statement() instanceof InsertStatement insert) {
            return new InsertSteps(source, parsed, insert).find(parameters);
        }
        return null;
    }
}
