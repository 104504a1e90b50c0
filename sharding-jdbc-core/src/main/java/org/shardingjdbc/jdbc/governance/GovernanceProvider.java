package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * Connects data sources to registries; found by {@code META-INF/services}. Stateless.
 *
 * <pre>{@code
 * public final class MyGovernance implements GovernanceProvider {
 *     @Override
 *     public boolean knows(String repository) {
 *         return repository.equalsIgnoreCase("Mine");
 *     }
 *
 *     @Override
 *     public GovernanceSession open(ModeConfiguration mode, String localDocument) {
 *         return new MySession(mode, localDocument);
 *     }
 * }
 * }</pre>
 */
@Incubating
public interface GovernanceProvider {
    /** Whether it has registries of that type, compared without case. */
    boolean knows(String repository);

    /**
     * Connects, and decides which document is used.
     *
     * @param localDocument the whole local YAML, its placeholders as they were written
     * @throws org.shardingjdbc.error.ShardingException when it cannot; nothing is open then
     */
    GovernanceSession open(ModeConfiguration mode, String localDocument);
}
