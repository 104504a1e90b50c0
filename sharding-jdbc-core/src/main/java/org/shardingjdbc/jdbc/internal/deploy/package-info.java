/**
 * Makes a deployment of a configuration: {@link org.shardingjdbc.jdbc.internal.deploy.Deployer} compiles the rules,
 * opens the pools that are not open yet, warms them up, has definitions checked where that is configured, and gives the
 * rules, the pools and the cache of plans to the engine. A running data source calls it at its start and for each
 * change.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.deploy;

import org.jspecify.annotations.NullMarked;
