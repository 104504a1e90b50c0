package org.shardingjdbc.feature.mask.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskAlgorithmFactory;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.feature.mask.internal.MaskRule.Mask;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.StoredProperty;
import org.shardingjdbc.rule.TransformedColumn;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Compiles one {@code !MASK}; tells its mistakes. One per compilation. */
final class MaskRuleCompiler {
    private final MaskRuleConfiguration configuration;
    private final RuleSetup setup;
    private final Map<String, MaskAlgorithm> algorithms = new HashMap<>();

    MaskRuleCompiler(MaskRuleConfiguration configuration, RuleSetup setup) {
        this.configuration = configuration;
        this.setup = setup;
    }

    Rule compile() {
        MaskTypes types = MaskTypes.load();
        configuration.maskAlgorithms().forEach((name, entry) -> create(name, entry, types));
        Map<String, List<TransformedColumn>> columns = new HashMap<>();
        configuration.tables().forEach((table, of) -> {
            ConfigPath at = setup.path().key(MaskRuleProvider.TABLES).key(table);
            List<TransformedColumn> compiled = columns(of, at.key(MaskRuleProvider.COLUMNS));
            if (columns.put(table.toLowerCase(Locale.ROOT), compiled) != null) {
                setup.problems().addAtKey(at, "table '" + table + "' is there twice");
            }
        });
        return new MaskRule(columns, configuration.readerClientInfo());
    }

    private List<TransformedColumn> columns(Map<String, MaskedColumn> of, ConfigPath path) {
        List<TransformedColumn> compiled = new ArrayList<>();
        Set<String> names = new HashSet<>();
        of.forEach((name, column) -> {
            ConfigPath at = path.key(name);
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                setup.problems().addAtKey(at, "column '" + name + "' is there twice");
            }
            MaskAlgorithm algorithm = named(column.maskAlgorithm(), at.key(MaskRuleProvider.ALGORITHM));
            if (algorithm != null) {
                compiled.add(TransformedColumn.seenAs(
                        name,
                        new Mask(algorithm, column.exemptReaders()),
                        column.strict() ? StoredProperty.NULLS : StoredProperty.EVERYTHING));
            }
        });
        return List.copyOf(compiled);
    }

    private @Nullable MaskAlgorithm named(@Nullable String name, ConfigPath at) {
        if (name != null && !configuration.maskAlgorithms().containsKey(name)) {
            setup.problems()
                    .unknown(
                            at,
                            "mask algorithm",
                            name,
                            configuration.maskAlgorithms().keySet());
        }
        return algorithms.get(name);
    }

    private void create(String name, AlgorithmConfiguration entry, MaskTypes types) {
        ConfigPath at = setup.path().key(MaskRuleProvider.ALGORITHMS).key(name);
        if (entry.type() == null) {
            return;
        }
        MaskAlgorithmFactory factory = types.of(entry.type());
        if (factory == null) {
            setup.problems().unknown(at.key("type"), "mask algorithm type", entry.type(), types.names());
            return;
        }
        AlgorithmProperties properties = new AlgorithmProperties(entry.props());
        try {
            algorithms.put(name, factory.create(properties));
        } catch (InvalidPropertyException e) {
            setup.problems().property(at, entry.props(), e.property(), e.getMessage());
            return;
        }
        for (String unknown : properties.unknown()) {
            setup.problems().unknownKey(at.key("props").key(unknown), properties.known());
        }
    }
}
