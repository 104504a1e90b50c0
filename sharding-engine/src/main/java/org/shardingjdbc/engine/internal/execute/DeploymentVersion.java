package org.shardingjdbc.engine.internal.execute;

/**
 * What connections know of a deployment by which something runs on them: which one it is, and whether it is left for
 * another. Safe for all threads.
 */
abstract class DeploymentVersion {
    /** Null as long as it is not left for another one. */
    volatile DeploymentExit exit;
}
