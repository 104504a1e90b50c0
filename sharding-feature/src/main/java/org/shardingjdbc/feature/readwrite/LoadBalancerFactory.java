package org.shardingjdbc.feature.readwrite;

import java.util.List;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Makes load balancers of a type. Listed in {@code META-INF/services} under this interface's name; has a public
 * constructor without parameters. Called by threads that open or reconfigure data sources, several at once if there are
 * several of them.
 */
public interface LoadBalancerFactory {
    /** The type's name in configurations, compared without case. */
    String type();

    /**
     * Makes the load balancer of a group; each group has its own.
     *
     * @param replicas of the group, as configured
     * @param properties of the entry; properties that are not read are reported as unknown
     * @throws org.shardingjdbc.rule.algorithm.InvalidPropertyException when one is missing or wrong
     */
    LoadBalancer create(List<String> replicas, AlgorithmProperties properties);
}
