package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.feature.readwrite.PrimaryCheckFactory;
import org.shardingjdbc.feature.readwrite.internal.health.HttpPrimaryCheck;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Who else knows the primaries of groups; mistakes are told. Stateless. */
final class PrimaryChecks {
    private static final String HTTP = "HTTP";

    private PrimaryChecks() {}

    /**
     * The check of a group.
     *
     * @param entry null for none
     * @param dataSources the primary first
     * @param at where the entry stands
     * @return null for none, and after a mistake
     */
    static @Nullable PrimaryCheck of(
            @Nullable AlgorithmConfiguration entry, List<String> dataSources, ConfigPath at, Problems problems) {
        if (entry == null || entry.type() == null) {
            return null;
        }
        AlgorithmProperties properties = new AlgorithmProperties(entry.props());
        try {
            PrimaryCheck made = null;
            if (entry.type().equalsIgnoreCase(HTTP)) {
                made = HttpPrimaryCheck.of(dataSources, properties);
            } else {
                PrimaryCheckFactory own = own(entry.type(), at, problems);
                made = own == null ? null : own.create(dataSources, properties);
            }
            if (made != null) {
                for (String unknown : properties.unknown()) {
                    problems.unknownKey(at.key("props").key(unknown), properties.known());
                }
            }
            return made;
        } catch (InvalidPropertyException e) {
            boolean there = entry.props().containsKey(e.property());
            problems.add(there ? at.key("props").key(e.property()) : at, e.getMessage());
            return null;
        }
    }

    private static @Nullable PrimaryCheckFactory own(String type, ConfigPath at, Problems problems) {
        List<String> known = new ArrayList<>(List.of(HTTP));
        for (PrimaryCheckFactory each : Extensions.services(PrimaryCheckFactory.class)) {
            if (each.type().equalsIgnoreCase(type)) {
                return each;
            }
            known.add(each.type());
        }
        problems.unknown(at.key("type"), "primary-check type", type, known);
        return null;
    }
}
