package org.shardingjdbc.feature.encrypt.internal;

import java.util.Map;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Writes the rule as its provider reads it. Stateless. */
final class EncryptRuleWriter {
    private EncryptRuleWriter() {}

    static ConfigurationText write(EncryptRuleConfiguration rule) {
        return new ConfigurationText()
                .maps("tables", rule.tables(), EncryptRuleWriter::table)
                .algorithms("encryptors", rule.encryptors());
    }

    private static ConfigurationText table(Map<String, EncryptedColumn> columns) {
        return new ConfigurationText().maps("columns", columns, EncryptRuleWriter::column);
    }

    private static ConfigurationText column(EncryptedColumn column) {
        return new ConfigurationText()
                .map("cipher", column.cipher(), EncryptRuleWriter::form)
                .map("assistedQuery", column.assistedQuery(), EncryptRuleWriter::form)
                .map("likeQuery", column.likeQuery(), EncryptRuleWriter::form)
                .map("plain", column.plain(), plain -> new ConfigurationText()
                        .text("name", plain.name())
                        .text("state", plain.state().name()))
                .flag("pulled", column.pulled(), false);
    }

    private static ConfigurationText form(StoredForm form) {
        return new ConfigurationText()
                .text("name", form.name())
                .text("encryptorName", form.encryptorName())
                .flag("writeOnly", form.writeOnly(), false);
    }
}
