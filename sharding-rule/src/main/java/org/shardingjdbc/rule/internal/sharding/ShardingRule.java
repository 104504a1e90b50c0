package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.audit.Auditor;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RouteCheck;
import org.shardingjdbc.rule.execution.RoutedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.placement.Audit;

/**
 * What {@code !SHARDING} does besides placing tables: its auditors look at statements. Immutable.
 *
 * @param auditsByTable by the lower-case names of tables that have any
 */
record ShardingRule(Map<String, List<NamedAuditor>> auditsByTable) implements Rule {
    ShardingRule {
        auditsByTable = Map.copyOf(auditsByTable);
    }

    /**
     * An auditor of a table.
     *
     * @param table as the configuration writes it
     */
    record NamedAuditor(String table, Audit audit, Auditor auditor) {
        /** Why it refuses an execution; null where it does not. */
        @Nullable
        ShardingException refusal(RoutedStatement execution) {
            if (audit.hintDisableAllowed() && execution.hints().auditDisabled(audit.name())) {
                return null;
            }
            String reason = reason(execution);
            if (reason == null) {
                return null;
            }
            return audit.type().equals(Auditors.CONDITIONS)
                    ? new ShardingException(ErrorCode.SHARDING_CONDITION_MISSING, audit.name(), table)
                    : new ShardingException(ErrorCode.REFUSED_BY_AUDITOR, audit.name(), table, reason);
        }

        private @Nullable String reason(RoutedStatement execution) {
            try {
                return auditor.refusal(table, execution);
            } catch (ShardingException e) {
                throw e;
            } catch (RuntimeException | LinkageError e) {
                // an application's code; where it cannot say that nothing is against it, nothing is executed
                throw ShardingException.causedBy(
                        e,
                        ErrorCode.ALGORITHM_FAILED,
                        "Auditor " + audit.name(),
                        table,
                        e.getClass().getName());
            }
        }
    }

    @Override
    public String name() {
        return "Audit";
    }

    @Override
    public @Nullable RouteCheck routeCheck(PlannedStatement statement) {
        if (auditsByTable.isEmpty() || !isOfRows(statement.kind())) {
            return null;
        }
        List<NamedAuditor> auditors = new ArrayList<>();
        for (String table : statement.logicTables()) {
            auditors.addAll(auditsByTable.getOrDefault(table.toLowerCase(Locale.ROOT), List.of()));
        }
        return auditors.isEmpty() ? null : execution -> refusal(auditors, execution);
    }

    private static @Nullable ShardingException refusal(List<NamedAuditor> auditors, RoutedStatement execution) {
        for (NamedAuditor auditor : auditors) {
            ShardingException refusal = auditor.refusal(execution);
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private static boolean isOfRows(StatementKind kind) {
        return kind == StatementKind.READ
                || kind == StatementKind.OTHER_READ
                || kind == StatementKind.LOCKING_READ
                || kind == StatementKind.WRITE;
    }
}
