package org.shardingjdbc.feature.encrypt.internal;

import java.util.Map;
import java.util.Set;
import org.shardingjdbc.rule.convert.AlgorithmConversion;
import org.shardingjdbc.rule.convert.AlgorithmTypes;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts encryption of all versions. */
final class EncryptConversion {
    static final RuleConversion PART = new RuleConversion(
            Set.of("!ENCRYPT", "encryptRule", "spring.shardingsphere.encrypt", "shardingRule.encryptRule"),
            (name, rule, draft) -> new EncryptConversion(draft).convert(rule));

    private static final String DIGEST = "digest-algorithm-name";

    private static final AlgorithmTypes TYPES =
            new AlgorithmTypes(
                    Set.of("AES", "MD5", "AES_GCM", "AES_SIV", "HMAC_SHA256", "CHAR_LIKE"),
                    Map.of(),
                    "write an EncryptionAlgorithmFactory that reads these values, or encrypt the rows anew by AES_GCM") {
                @Override
                protected void complete(ForeignItem type, String written, ConvertedMap props, ConversionDraft draft) {
                    if (written.equals("AES") && !props.has(DIGEST)) {
                        props.put(DIGEST, "SHA-1");
                        draft.verdicts()
                                .changed(
                                        type,
                                        "gets " + DIGEST + ": SHA-1, by which the key was made where none is named");
                    }
                }
            };

    private static final String STATE = "queryWithCipherColumn";
    private static final String ENCRYPTOR = "encryptorName";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;
    private final ConvertedMap rule;

    private EncryptConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
        this.rule = draft.rule("ENCRYPT");
    }

    private void convert(ForeignItem map) {
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        boolean readsCiphers = readsCiphers(keys, draft.readsCiphers());
        ForeignItem tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> table(name, table, readsCiphers));
        }
        ForeignItem encryptors = keys.item("encryptors");
        if (encryptors != null) {
            encryptors.entries().forEach(this::encryptor);
        }
        keys.end();
    }

    private boolean readsCiphers(ForeignKeys keys, boolean otherwise) {
        String flag = keys.text(STATE, "the state of a plain form says what is read");
        return flag == null ? otherwise : Boolean.parseBoolean(flag);
    }

    private void table(String name, ForeignItem map, boolean otherwise) {
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        boolean readsCiphers = readsCiphers(keys, otherwise);
        ForeignItem columns = keys.item("columns");
        if (columns != null) {
            for (Map.Entry<String, ForeignItem> column : columns.entries().entrySet()) {
                rule.map("tables")
                        .map(name)
                        .map("columns")
                        .put(column.getKey(), column(column.getKey(), column.getValue(), readsCiphers));
            }
        }
        keys.drop("name", "the key of the table is its name");
        keys.end();
    }

    private ConvertedMap column(String name, ForeignItem map, boolean otherwise) {
        ConvertedMap column = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        boolean readsCiphers = readsCiphers(keys, otherwise);
        form(keys, "cipher", column);
        form(keys, "assistedQuery", column);
        form(keys, "likeQuery", column);
        keys.copy("plain", column);
        keys.copy("pulled", column);
        keys.drop("name", "the key of the column is its name");
        keys.drop("logicColumn", "the key of the column is its name");
        for (String type : new String[] {"logicDataType", "cipherDataType", "plainDataType", "assistedQueryDataType"}) {
            keys.drop(type, "columns are read from the databases");
        }
        oldForms(name, map, keys, column);
        String plain = keys.text("plainColumn", "is written as plain.name; its state says what is read");
        if (plain != null) {
            draft.old();
            column.put(
                    "plain",
                    new ConvertedMap().put("name", plain).put("state", readsCiphers ? "READ_CIPHER" : "READ_PLAIN"));
        }
        keys.end();
        return column;
    }

    private void form(ForeignKeys keys, String key, ConvertedMap column) {
        ForeignItem form = keys.item(key);
        if (form != null) {
            ConvertedMap converted = new ConvertedMap();
            ForeignKeys below = new ForeignKeys(form, verdicts);
            below.copy("name", converted);
            below.copy(ENCRYPTOR, converted);
            below.copy("writeOnly", converted);
            below.end();
            column.put(key, converted);
        }
    }

    private void oldForms(String name, ForeignItem map, ForeignKeys keys, ConvertedMap column) {
        String by = keys.text(ENCRYPTOR, "is written as cipher." + ENCRYPTOR);
        String encryptor = by == null ? keys.text("encryptor", "is written as cipher." + ENCRYPTOR) : by;
        String cipher = keys.text("cipherColumn", "is written as cipher.name");
        if (encryptor != null) {
            draft.old();
            column.put(
                    "cipher",
                    new ConvertedMap()
                            .put("name", cipher == null ? name : cipher)
                            .put(ENCRYPTOR, encryptor));
        }
        furtherForm(map, keys, "assistedQuery", column);
        furtherForm(map, keys, "likeQuery", column);
    }

    private void furtherForm(ForeignItem map, ForeignKeys keys, String form, ConvertedMap column) {
        ForeignItem actual = keys.item(form + "Column");
        if (actual == null) {
            return;
        }
        String encryptor = keys.text(form + "EncryptorName", "is written as " + form + "." + ENCRYPTOR);
        if (encryptor == null) {
            verdicts.notYet(
                    actual,
                    "the encryptor of " + map.path() + " made this column too; here it has one of its own",
                    "write " + form + ": {name: " + actual.text() + ", encryptorName: ...} with an encryptor that makes"
                            + " the same texts");
            return;
        }
        verdicts.changed(actual, "is written as " + form + ".name");
        column.put(form, new ConvertedMap().put("name", actual.text()).put(ENCRYPTOR, encryptor));
    }

    /** {@code qualifiedColumns} is how 4.0 began: columns that are encrypted in place. */
    private void encryptor(String name, ForeignItem entry) {
        ForeignItem columns = entry.get("qualifiedColumns");
        if (columns != null) {
            draft.old();
            verdicts.changed(columns, "are columns of tables, each with its cipher in its own place");
            for (String each : columns.texts()) {
                int point = each.indexOf('.');
                if (point > 0) {
                    String column = each.substring(point + 1);
                    rule.map("tables")
                            .map(each.substring(0, point))
                            .map("columns")
                            .put(
                                    column,
                                    new ConvertedMap()
                                            .put(
                                                    "cipher",
                                                    new ConvertedMap()
                                                            .put("name", column)
                                                            .put(ENCRYPTOR, name)));
                }
            }
        }
        rule.map("encryptors").put(name, algorithms.convert(entry, TYPES));
    }
}
