package org.shardingjdbc.governance.internal;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.Switches;

/** States of instances and switches as they are stored: {@code name=value}, line by line. Stateless. */
final class StateTexts {
    private StateTexts() {}

    static String of(InstanceState state) {
        return "host=" + line(state.host())
                + "\npid=" + state.pid()
                + "\nlibrary=" + line(state.libraryVersion())
                + "\nrules=" + state.rulesVersion()
                + "\nstarted=" + state.startedAt()
                + "\nfailed=" + state.failedVersion()
                + "\nproblem=" + line(state.problem());
    }

    /** @throws ShardingException when somebody else wrote it */
    static InstanceState instance(String id, String text) {
        try {
            return instance(id, values(text));
        } catch (NumberFormatException | DateTimeParseException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, "The state of instance " + id, e.getMessage());
        }
    }

    private static InstanceState instance(String id, Map<String, String> values) {
        return new InstanceState(
                id,
                values.getOrDefault("host", ""),
                Long.parseLong(values.getOrDefault("pid", "0")),
                values.getOrDefault("library", ""),
                Long.parseLong(values.getOrDefault("rules", "0")),
                Instant.parse(values.getOrDefault("started", "1970-01-01T00:00:00Z")),
                Long.parseLong(values.getOrDefault("failed", "0")),
                values.getOrDefault("problem", ""));
    }

    static String of(Switches switches) {
        return "circuit=" + (switches.circuitBroken() ? "broken" : "closed") + "\ndisabled="
                + switches.disabled().stream().map(StateTexts::escaped).collect(Collectors.joining(","));
    }

    /** A name in a list: names of data sources may have commas. */
    private static String escaped(String name) {
        return line(name).replace("\\", "\\\\").replace(",", "\\,");
    }

    private static Set<String> names(String list) {
        Set<String> names = new TreeSet<>();
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < list.length(); i++) {
            char each = list.charAt(i);
            if (each == ',') {
                names.add(name.toString());
                name.setLength(0);
            } else {
                boolean escapes = each == '\\' && i + 1 < list.length();
                i += escapes ? 1 : 0;
                name.append(list.charAt(i));
            }
        }
        names.add(name.toString());
        return names;
    }

    static Switches switches(String text) {
        Map<String, String> values = values(text);
        String disabled = values.getOrDefault("disabled", "");
        return new Switches(disabled.isEmpty() ? Set.of() : names(disabled), "broken".equals(values.get("circuit")));
    }

    static String of(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) ->
                text.append(name).append('=').append(line(value)).append('\n'));
        return text.toString();
    }

    static Map<String, String> values(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        });
        return values;
    }

    private static String line(String text) {
        return text.replace('\n', ' ').replace('\r', ' ');
    }
}
