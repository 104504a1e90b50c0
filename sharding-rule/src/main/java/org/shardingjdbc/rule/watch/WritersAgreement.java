package org.shardingjdbc.rule.watch;

import java.util.Map;
import org.shardingjdbc.Incubating;

/**
 * What the instances of an application that share a registry agree on: which databases their groups are written to. One
 * of them is elected to say that a group has moved; the others take that over. Safe for all threads; its methods do not
 * wait.
 */
@Incubating
public interface WritersAgreement {
    /** Of an instance that shares nothing: it decides by itself. */
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
     * Whether this instance says where groups are written: it is the elected one, or it cannot reach the registry. Any
     * other may say so all the same when the elected one keeps silent on what it has seen for a while.
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
