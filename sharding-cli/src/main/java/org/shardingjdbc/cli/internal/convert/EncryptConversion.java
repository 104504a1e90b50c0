package org.shardingjdbc.cli.internal.convert;

import java.util.Map;

/** Converts encryption of all versions. */
final class EncryptConversion {
    private static final String STATE = "queryWithCipherColumn";
    private static final String ENCRYPTOR = "encryptorName";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;
    private final Result rule;

    EncryptConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
        this.rule = draft.rule("ENCRYPT");
    }

    void convert(Item map) {
        Keys keys = new Keys(map, verdicts);
        boolean readsCiphers = readsCiphers(keys, draft.readsCiphers());
        Item tables = keys.item("tables");
        if (tables != null) {
            tables.entries().forEach((name, table) -> table(name, table, readsCiphers));
        }
        Item encryptors = keys.item("encryptors");
        if (encryptors != null) {
            encryptors.entries().forEach(this::encryptor);
        }
        keys.end();
    }

    private boolean readsCiphers(Keys keys, boolean otherwise) {
        String flag = keys.text(STATE, "the state of a plain form says what is read");
        return flag == null ? otherwise : Boolean.parseBoolean(flag);
    }

    private void table(String name, Item map, boolean otherwise) {
        Keys keys = new Keys(map, verdicts);
        boolean readsCiphers = readsCiphers(keys, otherwise);
        Item columns = keys.item("columns");
        if (columns != null) {
            for (Map.Entry<String, Item> column : columns.entries().entrySet()) {
                rule.map("tables")
                        .map(name)
                        .map("columns")
                        .put(column.getKey(), column(column.getKey(), column.getValue(), readsCiphers));
            }
        }
        keys.drop("name", "the key of the table is its name");
        keys.end();
    }

    private Result column(String name, Item map, boolean otherwise) {
        Result column = new Result();
        Keys keys = new Keys(map, verdicts);
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
                    "plain", new Result().put("name", plain).put("state", readsCiphers ? "READ_CIPHER" : "READ_PLAIN"));
        }
        keys.end();
        return column;
    }

    private void form(Keys keys, String key, Result column) {
        Item form = keys.item(key);
        if (form != null) {
            Result converted = new Result();
            Keys below = new Keys(form, verdicts);
            below.copy("name", converted);
            below.copy(ENCRYPTOR, converted);
            below.copy("writeOnly", converted);
            below.end();
            column.put(key, converted);
        }
    }

    private void oldForms(String name, Item map, Keys keys, Result column) {
        String by = keys.text(ENCRYPTOR, "is written as cipher." + ENCRYPTOR);
        String encryptor = by == null ? keys.text("encryptor", "is written as cipher." + ENCRYPTOR) : by;
        String cipher = keys.text("cipherColumn", "is written as cipher.name");
        if (encryptor != null) {
            draft.old();
            column.put(
                    "cipher",
                    new Result().put("name", cipher == null ? name : cipher).put(ENCRYPTOR, encryptor));
        }
        furtherForm(map, keys, "assistedQuery", column);
        furtherForm(map, keys, "likeQuery", column);
    }

    private void furtherForm(Item map, Keys keys, String form, Result column) {
        Item actual = keys.item(form + "Column");
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
        column.put(form, new Result().put("name", actual.text()).put(ENCRYPTOR, encryptor));
    }

    /** {@code qualifiedColumns} is how 4.0 began: columns that are encrypted in place. */
    private void encryptor(String name, Item entry) {
        Item columns = entry.get("qualifiedColumns");
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
                                    new Result()
                                            .put(
                                                    "cipher",
                                                    new Result()
                                                            .put("name", column)
                                                            .put(ENCRYPTOR, name)));
                }
            }
        }
        rule.map("encryptors").put(name, algorithms.convert(entry, AlgorithmKind.ENCRYPTION));
    }
}
