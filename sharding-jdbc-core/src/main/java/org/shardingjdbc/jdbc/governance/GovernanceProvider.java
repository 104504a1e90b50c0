package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * Connects data sources to registries. An implementation is listed in {@code META-INF/services}, has a public
 * constructor without parameters and no state, and is safe for all threads.
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
    /** Whether this provider connects to registries of that type; the case of letters does not matter. */
    boolean knows(String repository);

    /**
     * Connects to the registry, and decides whether the local document or that of the registry is used.
     *
     * @param mode the part {@code mode} of the local document
     * @param localDocument the whole local YAML, with its placeholders not replaced
     * @throws org.shardingjdbc.error.ShardingException when it cannot connect or decide; then nothing is left open
     */
    GovernanceSession open(ModeConfiguration mode, String localDocument);
}
