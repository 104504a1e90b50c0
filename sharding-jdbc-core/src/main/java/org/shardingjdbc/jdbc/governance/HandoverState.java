package org.shardingjdbc.jdbc.governance;

/**
 * How far a handover of all instances is, according to the registry. Immutable.
 *
 * @param version the version of the registry's entry about the handover
 * @param instance the id of the instance that changes the configuration
 * @param phase the phase that the handover is in
 * @param isAbandoned whether the registry has lost that instance
 */
public record HandoverState(long version, String instance, Phase phase, boolean isAbandoned) {
    /** The phases of a handover. */
    public enum Phase {
        /** All instances prepare the next configuration; no statement waits. */
        PREPARING,
        /**
         * New statements wait on all instances until the running ones have ended. If the instance that changes the
         * configuration is gone, the others decide.
         */
        CLOSING,
        /**
         * No statement runs by either configuration, and the work between the two has begun; it may be done in part or
         * in full. Only the instance that changes the configuration knows how far it is, and so it decides; if it is
         * gone, an operator decides by {@link Governance#openHandover} or {@link Governance#withdrawHandover}.
         */
        IN_BETWEEN
    }
}
