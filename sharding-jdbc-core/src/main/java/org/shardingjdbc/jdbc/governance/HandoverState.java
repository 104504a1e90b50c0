package org.shardingjdbc.jdbc.governance;

/**
 * How far a handover of all instances is, as the registry has it.
 *
 * @param version of the entry in the registry that says so
 * @param instance the id of the instance that changes the configuration
 * @param phase how far it is
 * @param isAbandoned whether that instance is gone, as far as the registry knows
 */
public record HandoverState(long version, String instance, Phase phase, boolean isAbandoned) {
    /** The phases of a handover. */
    public enum Phase {
        /** All instances prepare the next configuration; no statement waits. */
        PREPARING,
        /** Newcomers wait on all instances until what runs is over. If the instance is gone, the others decide. */
        CLOSING,
        /**
         * Nothing runs by either configuration, and what was to be done in between was begun; it may be done, in part
         * or wholly. Only the instance that changes the configuration knows, and so it decides; if it is gone, an
         * operator has to: {@link Governance#openHandover}, {@link Governance#withdrawHandover}.
         */
        IN_BETWEEN
    }
}
