package org.shardingjdbc.jdbc.rules;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.audit.Auditor;
import org.shardingjdbc.rule.audit.AuditorFactory;
import org.shardingjdbc.rule.execution.RoutedStatement;
import org.shardingjdbc.rule.execution.StatementKind;

/** An auditor of an application: it bounds the data nodes of reads, but for one reader. */
public final class TestAuditorFactory implements AuditorFactory {
    @Override
    public String type() {
        return "TEST_MOST_NODES";
    }

    @Override
    public Auditor create(AlgorithmProperties properties) {
        long most = properties.requiredWholeNumber("most", 1, 100);
        return (table, execution) -> refusal(execution, most);
    }

    private static String refusal(RoutedStatement execution, long most) {
        if ("broken".equals(execution.hints().reader())) {
            throw new IllegalStateException("a defect of the application's");
        }
        return execution.kind() == StatementKind.READ
                        && execution.dataNodes() > most
                        && !"batch".equals(execution.hints().reader())
                ? execution.routeKind() + " reads " + execution.dataNodes() + " of " + execution.allDataNodes()
                        + " data nodes, all: " + execution.reachesAll()
                : null;
    }
}
