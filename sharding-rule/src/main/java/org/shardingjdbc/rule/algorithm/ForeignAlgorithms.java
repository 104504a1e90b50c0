package org.shardingjdbc.rule.algorithm;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs algorithms that were written against the interfaces of another library. List the implementing class in
 * {@code META-INF/services/org.shardingjdbc.rule.algorithm.ForeignAlgorithms}; it needs a public constructor without
 * parameters. Asked while the configuration is compiled, by one thread at a time.
 */
public interface ForeignAlgorithms {
    /**
     * An instance of a class that {@code CLASS_BASED} names, as one of our algorithms.
     *
     * @param strategy STANDARD, COMPLEX or HINT
     * @param properties of {@code CLASS_BASED}, with all that is meant for the class
     * @return of the kind that the strategy asks for, or null when the class implements none of the other library's
     *     interfaces
     * @throws InvalidPropertyException when the class is none for this strategy, or cannot be made
     */
    @Nullable
    ShardingAlgorithm adapt(Class<?> type, String strategy, AlgorithmProperties properties);

    /** A factory that stands for a class of the other library, which messages name in its place. */
    interface Adapter {
        /** The class of the other library. */
        Class<?> adapted();
    }

    /**
     * What the other library's own service files list; each factory may be an {@link Adapter}.
     *
     * @param builtIn types that exist already, upper case; the other library's own classes of these types are left out,
     *     since what is built in computes the same
     */
    List<ShardingAlgorithmFactory> shardingAlgorithms(Set<String> builtIn);

    /** As {@link #shardingAlgorithms}, for key generators. */
    List<KeyGeneratorFactory> keyGenerators(Set<String> builtIn);

    /**
     * Auditors of the other library do not run here; this explains it for one that a configuration names.
     *
     * @param type of an entry of {@code auditors} that none of ours has
     * @param named the class that the entry's properties name, or null
     * @return what it is and what to do instead, or null when it is no auditor of the other library
     */
    default @Nullable String auditor(String type, @Nullable Class<?> named) {
        return null;
    }
}
