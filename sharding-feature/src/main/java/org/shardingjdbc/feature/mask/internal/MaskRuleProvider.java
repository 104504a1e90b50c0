package org.shardingjdbc.feature.mask.internal;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.feature.mask.MaskRuleConfiguration;
import org.shardingjdbc.feature.mask.MaskedColumn;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Reads and compiles {@code !MASK}. Stateless. */
public final class MaskRuleProvider implements RuleProvider<MaskRuleConfiguration> {
    static final String TABLES = "tables";
    static final String ALGORITHMS = "maskAlgorithms";
    static final String COLUMNS = "columns";
    static final String ALGORITHM = "maskAlgorithm";
    static final String STRICT = "strict";
    static final String EXEMPT = "exemptReaders";
    static final String CLIENT_INFO = "readerClientInfo";

    private static final List<String> RULE = List.of(TABLES, ALGORITHMS, CLIENT_INFO);
    private static final List<String> TABLE = List.of(COLUMNS);
    private static final List<String> COLUMN = List.of(ALGORITHM, STRICT, EXEMPT);

    @Override
    public String tag() {
        return "MASK";
    }

    @Override
    public Class<MaskRuleConfiguration> configurationType() {
        return MaskRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return MaskConversion.PART;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.SHOWN_VALUES);
    }

    @Override
    public ConfigurationText write(MaskRuleConfiguration configuration) {
        return new ConfigurationText()
                .maps(TABLES, configuration.tables(), columns -> new ConfigurationText()
                        .maps(COLUMNS, columns, MaskRuleProvider::written))
                .algorithms(ALGORITHMS, configuration.maskAlgorithms())
                .text(CLIENT_INFO, configuration.readerClientInfo());
    }

    private static ConfigurationText written(MaskedColumn column) {
        return new ConfigurationText()
                .text(ALGORITHM, column.maskAlgorithm())
                .flag(STRICT, column.strict(), false)
                .texts(EXEMPT, column.exemptReaders());
    }

    @Override
    public MaskRuleConfiguration read(ConfigurationMap map) {
        ConfigurationMap rule = map.only(RULE);
        return new MaskRuleConfiguration(
                rule.maps(TABLES, MaskRuleProvider::columns), rule.algorithms(ALGORITHMS), rule.text(CLIENT_INFO));
    }

    private static Map<String, MaskedColumn> columns(ConfigurationMap table) {
        return table.only(TABLE).maps(COLUMNS, MaskRuleProvider::column);
    }

    private static MaskedColumn column(ConfigurationMap map) {
        ConfigurationMap column = map.only(COLUMN);
        return new MaskedColumn(column.requiredText(ALGORITHM), column.flag(STRICT, false), column.textList(EXEMPT));
    }

    @Override
    public Rule compile(MaskRuleConfiguration configuration, RuleSetup setup) {
        return new MaskRuleCompiler(configuration, setup).compile();
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!MASK", RULE, "!MASK table", TABLE, "!MASK column", COLUMN);
    }
}
