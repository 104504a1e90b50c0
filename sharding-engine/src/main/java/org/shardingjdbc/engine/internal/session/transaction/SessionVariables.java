package org.shardingjdbc.engine.internal.session.transaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The SET statements that a session remembers, oldest first, to give them to connections that join later. Immutable;
 * every change makes a new object, so that a savepoint keeps the state by keeping the object.
 */
public final class SessionVariables {
    public static final SessionVariables NONE = new SessionVariables(List.of());

    /**
     * One SET statement.
     *
     * @param names of the variables that it sets, in lower case; scope first where names of several scopes exist
     * @param sql as written
     * @param values of its placeholders; may be null each
     */
    public record Setting(List<String> names, String sql, List<Object> values) {
        public Setting {
            names = List.copyOf(names);
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }
    }

    private final List<Setting> settings;

    private SessionVariables(List<Setting> settings) {
        this.settings = List.copyOf(settings);
    }

    public boolean isEmpty() {
        return settings.isEmpty();
    }

    public List<Setting> settings() {
        return settings;
    }

    /** Whether a statement sets that variable. */
    public boolean sets(String name) {
        for (Setting setting : settings) {
            if (setting.names().contains(name)) {
                return true;
            }
        }
        return false;
    }

    /** The statements that set that variable. */
    public List<Setting> only(String name) {
        return settings.stream()
                .filter(setting -> setting.names().contains(name))
                .toList();
    }

    /** These statements and one more. Statements all of whose variables the new one sets are forgotten. */
    public SessionVariables with(Setting setting) {
        List<Setting> all = new ArrayList<>(settings.size() + 1);
        for (Setting old : settings) {
            if (!setting.names().containsAll(old.names())) {
                all.add(old);
            }
        }
        all.add(setting);
        return new SessionVariables(all);
    }
}
