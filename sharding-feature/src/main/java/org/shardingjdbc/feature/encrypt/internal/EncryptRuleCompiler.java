package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.PlainForm;
import org.shardingjdbc.feature.encrypt.PlainState;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.feature.encrypt.internal.EncryptRule.Decryption;
import org.shardingjdbc.feature.encrypt.internal.EncryptRule.Encryption;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.column.BesideForm;
import org.shardingjdbc.rule.column.ComparedForm;
import org.shardingjdbc.rule.column.PlainValueUse;
import org.shardingjdbc.rule.column.ShownForm;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.column.WrittenForm;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Compiles one {@code !ENCRYPT}; reports its mistakes. One per compilation. */
final class EncryptRuleCompiler {
    private final EncryptRuleConfiguration configuration;
    private final RuleSetup setup;
    private final Encryptors encryptors;
    private final Map<String, List<TransformedColumn>> columns = new HashMap<>();

    EncryptRuleCompiler(EncryptRuleConfiguration configuration, RuleSetup setup) {
        this.configuration = configuration;
        this.setup = setup;
        this.encryptors =
                new Encryptors(configuration.encryptors(), setup.path().key("encryptors"), setup.problems());
    }

    Rule compile() {
        configuration.tables().forEach((table, of) -> {
            ConfigPath at = setup.path().key("tables").key(table);
            if (columns.put(table.toLowerCase(Locale.ROOT), columns(of, at.key("columns"))) != null) {
                setup.problems().addAtKey(at, "table '" + table + "' is there twice");
            }
        });
        return new EncryptRule(columns);
    }

    private List<TransformedColumn> columns(Map<String, EncryptedColumn> of, ConfigPath path) {
        List<TransformedColumn> compiled = new ArrayList<>();
        Map<String, ConfigPath> names = new LinkedHashMap<>();
        of.forEach((name, column) -> {
            ConfigPath at = path.key(name);
            boolean unused = isUnused(column.cipher(), at.key("cipher"), names)
                    & isUnused(column.assistedQuery(), at.key("assistedQuery"), names)
                    & isUnused(column.likeQuery(), at.key("likeQuery"), names)
                    & isUnused(plainForm(column), at.key("plain"), names);
            TransformedColumn transformed = unused ? column(name, column, at) : null;
            if (compiled.stream().anyMatch(other -> other.name().equalsIgnoreCase(name))) {
                setup.problems().addAtKey(at, "column '" + name + "' is there twice");
            }
            if (transformed != null) {
                compiled.add(transformed.shownAs(new ShownForm(transformed.read(), use(column, at))));
            }
        });
        return List.copyOf(compiled);
    }

    /** False after a mistake. */
    private boolean isUnused(@Nullable StoredForm form, ConfigPath at, Map<String, ConfigPath> names) {
        if (form == null || form.name() == null) {
            return true;
        }
        ConfigPath before = names.putIfAbsent(form.name().toLowerCase(Locale.ROOT), at);
        if (before != null) {
            setup.problems().add(at.key("name"), "actual column '" + form.name() + "' is also that of " + before);
        }
        return before == null;
    }

    /** Null after a mistake. */
    private @Nullable TransformedColumn column(String name, EncryptedColumn column, ConfigPath at) {
        if (column.cipher() == null) {
            setup.problems().missing(at, "cipher", "");
            return null;
        }
        Form cipher = form(column.cipher(), at.key("cipher"));
        ComparedForm compared = compared(column.assistedQuery(), at.key("assistedQuery"));
        BesideForm liked = liked(column.likeQuery(), at.key("likeQuery"));
        boolean incomplete = column.assistedQuery() != null && compared == null;
        if (cipher == null || incomplete || column.likeQuery() != null && liked == null) {
            return null;
        }
        PlainForm plain = column.plain();
        if (plain != null && plain.state() == PlainState.READ_PLAIN) {
            return readPlain(name, plain, cipher, compared, liked);
        }
        List<BesideForm> besides = new ArrayList<>();
        if (liked != null) {
            besides.add(liked);
        }
        if (plain != null) {
            besides.add(new BesideForm(plain.name(), new PlainText()));
        }
        StoredForm assisted = column.assistedQuery();
        boolean asked = compared != null && assisted != null && !assisted.writeOnly();
        if (compared != null && !asked) {
            besides.add(new BesideForm(compared.stored(), compared.write()));
        }
        Encryption encryption = new Encryption(cipher.algorithm());
        return new TransformedColumn(
                name,
                new WrittenForm(
                        cipher.name(),
                        encryption,
                        encryption.others(),
                        cipher.algorithm().keeps()),
                new ShownForm(cipher.algorithm().decrypts() ? new Decryption(cipher.algorithm()) : null),
                asked ? compared : null,
                besides);
    }

    /** What is seen is what was written, where ciphers can be read. */
    private PlainValueUse use(EncryptedColumn column, ConfigPath at) {
        boolean plain = column.plain() != null && column.plain().state() == PlainState.READ_PLAIN;
        Form cipher = form(column.cipher(), at.key("cipher"));
        boolean read = plain || cipher != null && cipher.algorithm().decrypts();
        if (column.pulled() && !read && cipher != null) {
            String what = "what encryptor '" + cipher.encryptor() + "' stores cannot be read";
            setup.problems().add(at.key("pulled"), what + ": leave the key out");
        }
        if (!read) {
            return PlainValueUse.SHOWN;
        }
        return column.pulled() ? PlainValueUse.PULLED : PlainValueUse.COPIED;
    }

    /** Statements may ask what they may of ciphers that tell equality: what is refused later is refused now. */
    private static TransformedColumn readPlain(
            String name, PlainForm plain, Form cipher, @Nullable ComparedForm digest, @Nullable BesideForm liked) {
        List<BesideForm> besides = new ArrayList<>();
        besides.add(new BesideForm(cipher.name(), new Encryption(cipher.algorithm())));
        if (digest != null) {
            besides.add(new BesideForm(digest.stored(), digest.write()));
        }
        if (liked != null) {
            // rows that are still to be encrypted have no such form
            besides.add(new BesideForm(liked.stored(), liked.write()));
        }
        return new TransformedColumn(
                name,
                new WrittenForm(plain.name(), new PlainText(), StoredProperty.EQUALITY),
                ShownForm.AS_STORED,
                null,
                besides);
    }

    /** The plain column as the others are; null where there is none. */
    private static @Nullable StoredForm plainForm(EncryptedColumn column) {
        return column.plain() == null ? null : new StoredForm(column.plain().name(), null);
    }

    /** Null where there is none, or after a mistake. */
    private @Nullable ComparedForm compared(@Nullable StoredForm stored, ConfigPath at) {
        Form form = form(stored, at);
        if (form == null) {
            return null;
        }
        if (form.algorithm().keeps() == StoredProperty.NULLS) {
            String what = "encryptor '" + form.encryptor() + "' makes different forms of equal values";
            setup.problems().add(at.key("encryptorName"), what + ": use one such as HMAC_SHA256");
            return null;
        }
        return new ComparedForm(
                form.name(),
                new Encryption(form.algorithm()),
                new Encryption(form.algorithm()).others(),
                form.algorithm().keeps());
    }

    /** Null where there is none, or after a mistake. */
    private @Nullable BesideForm liked(@Nullable StoredForm stored, ConfigPath at) {
        Form form = form(stored, at);
        if (stored == null || form == null) {
            return null;
        }
        EncryptionAlgorithm algorithm = form.algorithm();
        if (algorithm.likePatterns().isEmpty()) {
            String what = "what encryptor '" + form.encryptor() + "' stores does not tell what texts are like";
            setup.problems().add(at.key("encryptorName"), what + ": use one such as CHAR_LIKE");
            return null;
        }
        return new BesideForm(
                form.name(), new Encryption(algorithm), stored.writeOnly() ? List.of() : algorithm.likePatterns());
    }

    /** A form of which nothing is missing, and what makes its values. */
    private record Form(String name, String encryptor, EncryptionAlgorithm algorithm) {}

    /** Null where there is none, or after a mistake. */
    private @Nullable Form form(@Nullable StoredForm form, ConfigPath at) {
        String name = form == null ? null : form.name();
        String encryptor = form == null ? null : form.encryptorName();
        if (name == null || encryptor == null) {
            return null;
        }
        EncryptionAlgorithm algorithm = encryptors.named(encryptor, at.key("encryptorName"));
        return algorithm == null ? null : new Form(name, encryptor, algorithm);
    }
}
