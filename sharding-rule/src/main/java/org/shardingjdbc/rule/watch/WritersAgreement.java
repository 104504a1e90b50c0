package org.shardingjdbc.rule.watch;

import java.util.Map;
import org.shardingjdbc.Incubating;

/**
 * What the instances of an application that share a registry agree on: which databases their groups are written to. One
 * of them is elected to announce that a group has moved; the others adopt that. Safe for all threads; its methods do
 * not wait.
 */
@Incubating
public interface WritersAgreement {
    /** For an instance without a registry: it decides alone. */
    WritersAgreement ALONE = new WritersAgreement() {
        @Override
        public Map<String, String> writers() {
            return Map.of();
        }

        @Override
        public boolean decides() {
            return true;
        }

        @Override
        public void found(String group, String database) {
            // nobody wants to know
        }
    };

    /** The databases that are written to, by the names of the groups that have moved at some time. */
    Map<String, String> writers();

    /**
     * Whether this instance decides where groups are written: it is the elected one, or it cannot reach the registry.
     * Another instance may decide as well if the elected one has not announced for a while what that instance has seen.
     */
    boolean decides();

    /**
     * A group is written to on that database from now on, as this instance found.
     *
     * @param group the name of the group in the configuration
     * @param database the configured name of the data source
     */
    void found(String group, String database);
}
