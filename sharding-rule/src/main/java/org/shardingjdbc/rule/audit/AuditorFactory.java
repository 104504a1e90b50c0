package org.shardingjdbc.rule.audit;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes the auditors of one type. List the implementing class in
 * {@code META-INF/services/org.shardingjdbc.rule.audit.AuditorFactory}; it needs a public constructor without
 * parameters. Called by threads that open or reconfigure data sources, several at once if there are several of them.
 *
 * <pre>{@code
 * public final class NoFullReads implements AuditorFactory {
 *     public String type() {
 *         return "NO_FULL_READS";
 *     }
 *
 *     public Auditor create(AlgorithmProperties properties) {
 *         long most = properties.wholeNumber("most", 2, 1, 1000);
 *         return (table, execution) -> execution.kind() == StatementKind.READ && execution.dataNodes() > most
 *                 ? "a read of more than " + most + " data nodes"
 *                 : null;
 *     }
 * }
 * }</pre>
 */
public interface AuditorFactory {
    /** What the configuration writes as {@code type}; compared without case, and unique. */
    String type();

    /**
     * Makes an auditor, one for each entry of {@code auditors}.
     *
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when a property is missing or wrong; it becomes
     *     an error of the configuration at the property's place
     */
    Auditor create(AlgorithmProperties properties);
}
