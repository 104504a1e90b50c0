package org.shardingjdbc.feature.mask.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.feature.internal.NamedAlgorithms;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.feature.mask.internal.MaskRule.Mask;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Compiles one {@code !MASK}; reports its mistakes. One per compilation. */
final class MaskRuleCompiler {
    private final MaskRuleConfiguration configuration;
    private final RuleSetup setup;
    private final NamedAlgorithms<MaskAlgorithm> algorithms;

    MaskRuleCompiler(MaskRuleConfiguration configuration, RuleSetup setup) {
        this.configuration = configuration;
        this.setup = setup;
        this.algorithms = new NamedAlgorithms<>(
                "mask algorithm",
                configuration.maskAlgorithms(),
                setup.path().key(MaskRuleProvider.ALGORITHMS),
                setup.problems());
    }

    Rule compile() {
        algorithms.make(MaskTypes.all());
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
            MaskAlgorithm algorithm = algorithms.named(column.maskAlgorithm(), at.key(MaskRuleProvider.ALGORITHM));
            if (algorithm != null) {
                compiled.add(TransformedColumn.seenAs(
                        name,
                        new Mask(algorithm, column.exemptReaders()),
                        column.strict() ? StoredProperty.NULLS : StoredProperty.EVERYTHING));
            }
        });
        return List.copyOf(compiled);
    }
}
