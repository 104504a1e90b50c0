package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.PlainForm;
import org.shardingjdbc.feature.encrypt.PlainState;
import org.shardingjdbc.feature.encrypt.StoredForm;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * The stored forms of an encrypted column, and what they are to be. Immutable; safe for all threads.
 *
 * @param column its logic name
 * @param cipher the actual column of the cipher
 * @param digests the forms written beside the cipher: the digest, the form for LIKE; often empty
 * @param plain the actual column of the plain values, while there is one; null afterwards
 * @param plainIsRead whether the plain value decides what the other forms are to be; else it does so only where there
 *     is no cipher
 */
public record ColumnEncryption(
        String column,
        String cipher,
        List<Digest> digests,
        @Nullable String plain,
        boolean plainIsRead,
        EncryptionAlgorithm encryption) {
    /** An actual column whose values are made of plain values, and are not read back. */
    public record Digest(String name, EncryptionAlgorithm algorithm) {}

    /**
     * The values of the actual columns; null for NULL.
     *
     * @param plain only while there are plain values
     * @param digests one for each of the column's
     */
    public record Forms(@Nullable String plain, @Nullable String cipher, List<String> digests) {}

    /**
     * The encrypted columns of a logic table.
     *
     * @param table its name, compared without case
     * @return empty where there is none
     * @throws org.shardingjdbc.error.ShardingException when an encryptor is wrong
     */
    public static List<ColumnEncryption> of(EncryptRuleConfiguration configuration, String table) {
        Problems problems = new Problems();
        ConfigPath path = ConfigPath.ROOT.key("encryptors");
        Encryptors encryptors = new Encryptors(configuration.encryptors(), path, problems);
        List<ColumnEncryption> columns = new ArrayList<>();
        configuration.tables().forEach((name, of) -> {
            for (Map.Entry<String, EncryptedColumn> each : of.entrySet()) {
                EncryptedColumn column = each.getValue();
                if (name.equalsIgnoreCase(table) && column.cipher() != null) {
                    ConfigPath at = ConfigPath.ROOT
                            .key("tables")
                            .key(name)
                            .key("columns")
                            .key(each.getKey());
                    ColumnEncryption encryption = column(each.getKey(), column, encryptors, at, problems);
                    if (encryption != null) {
                        columns.add(encryption);
                    }
                }
            }
        });
        problems.raise();
        return columns;
    }

    /** Null after a mistake. */
    private static @Nullable ColumnEncryption column(
            String name, EncryptedColumn column, Encryptors encryptors, ConfigPath at, Problems problems) {
        List<Digest> digests = new ArrayList<>();
        Digest cipher = made(column.cipher(), encryptors, at.key("cipher"), problems);
        for (Digest digest : Arrays.asList(
                made(column.assistedQuery(), encryptors, at.key("assistedQuery"), problems),
                made(column.likeQuery(), encryptors, at.key("likeQuery"), problems))) {
            if (digest != null) {
                digests.add(digest);
            }
        }
        if (cipher == null) {
            return null;
        }
        PlainForm plain = column.plain();
        return new ColumnEncryption(
                name,
                cipher.name(),
                List.copyOf(digests),
                plain == null ? null : plain.name(),
                plain != null && plain.state() == PlainState.READ_PLAIN,
                cipher.algorithm());
    }

    /** Null where there is none, or after a mistake. */
    private static @Nullable Digest made(
            @Nullable StoredForm form, Encryptors encryptors, ConfigPath at, Problems problems) {
        if (form == null) {
            return null;
        }
        String name = form.name();
        String encryptor = form.encryptorName();
        if (name == null || encryptor == null) {
            problems.missing(at, name == null ? "name" : "encryptorName", "");
            return null;
        }
        EncryptionAlgorithm algorithm = encryptors.named(encryptor, at.key("encryptorName"));
        return algorithm == null ? null : new Digest(name, algorithm);
    }

    /** Whether ciphers can be made anew: of plain values, or of ciphers that can be read. */
    public boolean isRenewable() {
        return plainIsRead || encryption.decrypts();
    }

    /**
     * The forms that are to be stored, under the keys that are used for writing.
     *
     * @return equal to {@code stored} when nothing is to be written
     * @throws IllegalArgumentException when the cipher cannot be read and no other form has the value
     */
    public Forms wanted(Forms stored) {
        String cipher = stored.cipher == null ? null : stored.cipher.stripTrailing();
        // Where both are written, a plain value without a cipher is a row that no backfill has reached yet.
        String text = plainIsRead || cipher == null ? stored.plain : encryption.decrypt(cipher);
        List<String> wanted = new ArrayList<>();
        for (int i = 0; i < digests.size(); i++) {
            String form = text == null ? null : digests.get(i).algorithm().encrypt(text);
            String before = stored.digests.get(i);
            boolean same =
                    form != null && before != null && before.stripTrailing().equals(form);
            wanted.add(same ? before : form);
        }
        if (text == null) {
            return new Forms(stored.plain, null, wanted);
        }
        boolean current = isCurrent(cipher, text);
        return new Forms(stored.plain, current ? stored.cipher : encryption.encrypt(PlainText.of(text)), wanted);
    }

    private boolean isCurrent(@Nullable String cipher, String text) {
        if (cipher == null) {
            return false;
        }
        if (!plainIsRead || !encryption.decrypts()) {
            return encryption.isCurrent(cipher, text);
        }
        try {
            return encryption.decrypt(cipher).equals(text) && encryption.isCurrent(cipher, text);
        } catch (IllegalArgumentException e) {
            // what does not read as the plain value is made anew
            return false;
        }
    }

    /** No key. */
    @Override
    public String toString() {
        return column;
    }
}
