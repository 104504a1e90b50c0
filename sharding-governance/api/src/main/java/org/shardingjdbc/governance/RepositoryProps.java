package org.shardingjdbc.governance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** The {@code mode.repository.props} of a configuration, as their reader sees them. Not thread-safe. */
@Incubating
public final class RepositoryProps {
    private final Map<String, String> values;
    private final List<String> known = new ArrayList<>();

    /** @param values by name */
    public RepositoryProps(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** A text; null when it is not given. */
    public @Nullable String text(String name) {
        known.add(name);
        String value = values.get(name);
        return value == null || value.isBlank() ? null : value.trim();
    }

    /** A text, or what it is when it is not given. */
    public String text(String name, String absent) {
        String value = text(name);
        return value == null ? absent : value;
    }

    /**
     * A text that must be given.
     *
     * @throws ShardingException when it is not
     */
    public String required(String name) {
        String value = text(name);
        if (value == null) {
            throw mistake("repository.props has no '" + name + "'");
        }
        return value;
    }

    /**
     * A number from 1, or what it is when it is not given.
     *
     * @throws ShardingException when it is none
     */
    public int number(String name, int absent) {
        String value = text(name);
        if (value == null) {
            return absent;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw ShardingException.causedBy(e, ErrorCode.GOVERNANCE_MISCONFIGURED, wanted(name));
        }
        throw mistake(wanted(name));
    }

    /**
     * Refuses all that was not asked for.
     *
     * @throws ShardingException when there is something
     */
    public void refuseOthers() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw mistake(
                        "repository.props has the unknown key '" + name + "'; known are " + String.join(", ", known));
            }
        }
    }

    private static String wanted(String name) {
        return "repository.props." + name + " must be a whole number from 1";
    }

    private static ShardingException mistake(String what) {
        return new ShardingException(ErrorCode.GOVERNANCE_MISCONFIGURED, what);
    }
}
