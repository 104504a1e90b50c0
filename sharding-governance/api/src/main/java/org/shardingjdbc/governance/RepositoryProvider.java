package org.shardingjdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * Connects to repositories of one type; found by {@code META-INF/services}. Stateless.
 *
 * <pre>{@code
 * public final class MyRepositories implements RepositoryProvider {
 *     @Override
 *     public String type() {
 *         return "Mine";
 *     }
 *
 *     @Override
 *     public Repository open(RepositoryProps props) {
 *         String host = props.required("host");
 *         props.refuseOthers();
 *         return new MyRepository(host);
 *     }
 * }
 * }</pre>
 */
@Incubating
public interface RepositoryProvider {
    /** As the configuration names it, compared without case. */
    String type();

    /**
     * Connects. Succeeds, too, when the place does not answer now: then it goes on trying, and {@link Repository#read}
     * fails until it does.
     *
     * @throws org.shardingjdbc.error.ShardingException when the props have mistakes
     */
    Repository open(RepositoryProps props);
}
