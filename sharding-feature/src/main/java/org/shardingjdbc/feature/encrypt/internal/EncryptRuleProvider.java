package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.PlainForm;
import org.shardingjdbc.feature.encrypt.PlainState;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Reads and compiles {@code !ENCRYPT}. Stateless. */
public final class EncryptRuleProvider implements RuleProvider<EncryptRuleConfiguration> {
    private static final List<String> RULE = List.of("tables", "encryptors");
    private static final List<String> TABLE = List.of("columns");
    private static final List<String> COLUMN = List.of("cipher", "assistedQuery", "likeQuery", "plain", "pulled");
    private static final List<String> FORM = List.of("name", "encryptorName");
    private static final List<String> FURTHER_FORM = List.of("name", "encryptorName", "writeOnly");
    private static final List<String> PLAIN = List.of("name", "state");

    /** What ShardingSphere had before 5.4, and what stands in its place. */
    private static final Map<String, String> FORMER = Map.of(
            "cipherColumn", "write cipher: {name: <column>, encryptorName: <encryptor>}",
            "encryptorName", "write cipher: {name: <column>, encryptorName: <encryptor>}",
            "assistedQueryColumn", "write assistedQuery: {name: <column>, encryptorName: <encryptor>}",
            "assistedQueryEncryptorName", "write assistedQuery: {name: <column>, encryptorName: <encryptor>}",
            "likeQueryColumn", "write likeQuery: {name: <column>, encryptorName: <encryptor>}",
            "likeQueryEncryptorName", "write likeQuery: {name: <column>, encryptorName: <encryptor>}",
            "plainColumn", "write plain: {name: <column>, state: READ_PLAIN} while rows are still to be encrypted",
            "queryWithCipherColumn",
                    "the state of plain tells what is read, READ_PLAIN or READ_CIPHER; without plain, ciphers are");

    @Override
    public String tag() {
        return "ENCRYPT";
    }

    @Override
    public Class<EncryptRuleConfiguration> configurationType() {
        return EncryptRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return EncryptConversion.PART;
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.STORED_VALUES);
    }

    @Override
    public ConfigurationText write(EncryptRuleConfiguration configuration) {
        return EncryptRuleWriter.write(configuration);
    }

    @Override
    public EncryptRuleConfiguration read(ConfigurationMap map) {
        ConfigurationMap read = map.only(RULE, FORMER);
        return new EncryptRuleConfiguration(
                read.maps("tables", EncryptRuleProvider::columns), read.algorithms("encryptors"));
    }

    private static Map<String, EncryptedColumn> columns(ConfigurationMap table) {
        return table.only(TABLE, FORMER).maps("columns", EncryptRuleProvider::column);
    }

    private static EncryptedColumn column(ConfigurationMap column) {
        ConfigurationMap read = column.only(COLUMN, FORMER);
        return new EncryptedColumn(
                form(read.map("cipher")),
                furtherForm(read.map("assistedQuery")),
                furtherForm(read.map("likeQuery")),
                plain(read.map("plain")),
                read.flag("pulled", false));
    }

    /** Null where there is none, or after a mistake. */
    private static @Nullable PlainForm plain(@Nullable ConfigurationMap plain) {
        if (plain == null) {
            return null;
        }
        String name = plain.only(PLAIN).requiredText("name");
        String state = plain.requiredText("state");
        List<String> states = new ArrayList<>();
        for (PlainState each : PlainState.values()) {
            if (name != null && each.name().equalsIgnoreCase(state)) {
                return new PlainForm(name, each);
            }
            states.add(each.name());
        }
        if (state != null && !states.contains(state)) {
            plain.problems().unknown(plain.path().key("state"), "state", state, states);
        }
        return null;
    }

    private static @Nullable StoredForm furtherForm(@Nullable ConfigurationMap form) {
        if (form == null) {
            return null;
        }
        ConfigurationMap read = form.only(FURTHER_FORM);
        return new StoredForm(
                read.requiredText("name"), read.requiredText("encryptorName"), read.flag("writeOnly", false));
    }

    private static @Nullable StoredForm form(@Nullable ConfigurationMap form) {
        return form == null
                ? null
                : new StoredForm(form.only(FORM).requiredText("name"), form.requiredText("encryptorName"));
    }

    @Override
    public Rule compile(EncryptRuleConfiguration configuration, RuleSetup setup) {
        return new EncryptRuleCompiler(configuration, setup).compile();
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of(
                "!ENCRYPT",
                RULE,
                "!ENCRYPT column",
                COLUMN,
                "!ENCRYPT stored form",
                FURTHER_FORM,
                "!ENCRYPT plain",
                PLAIN);
    }
}
