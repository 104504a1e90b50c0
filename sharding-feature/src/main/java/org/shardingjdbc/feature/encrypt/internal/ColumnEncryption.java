package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration;
import org.shardingjdbc.feature.encrypt.EncryptedColumn;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.PlainState;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * The stored forms of an encrypted column, and what they are to be. Immutable; safe for all threads.
 *
 * @param column its logic name
 * @param cipher the actual column of the cipher
 * @param digest the actual column of the digest; null without one
 * @param plain the actual column of the plain values where these are read; null where ciphers are
 */
public record ColumnEncryption(
        String column,
        String cipher,
        String digest,
        String plain,
        EncryptionAlgorithm encryption,
        EncryptionAlgorithm digestion) {
    /**
     * What the actual columns hold; each null for NULL, and for a column that is not there.
     *
     * @param plain only where plain values are read
     */
    public record Forms(String plain, String cipher, String digest) {}

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
                    columns.add(column(each.getKey(), column, encryptors, path));
                }
            }
        });
        problems.raise();
        return columns;
    }

    private static ColumnEncryption column(
            String name, EncryptedColumn column, Encryptors encryptors, ConfigPath path) {
        boolean digested = column.assistedQuery() != null;
        boolean plain = column.plain() != null && column.plain().state() == PlainState.READ_PLAIN;
        return new ColumnEncryption(
                name,
                column.cipher().name(),
                digested ? column.assistedQuery().name() : null,
                plain ? column.plain().name() : null,
                encryptors.named(column.cipher().encryptorName(), path),
                digested ? encryptors.named(column.assistedQuery().encryptorName(), path) : null);
    }

    /** Whether ciphers can be made anew: of plain values, or of ciphers that can be read. */
    public boolean isRenewable() {
        return plain != null || encryption.decrypts();
    }

    /**
     * The forms that are to be stored, under the keys that are written with.
     *
     * @return equal to what is stored when nothing is to be written
     * @throws IllegalArgumentException when the cipher cannot be read and nothing else tells the value
     */
    public Forms wanted(Forms stored) {
        String cipher = stored.cipher == null ? null : stored.cipher.stripTrailing();
        String text = plain != null ? stored.plain : cipher == null ? null : encryption.decrypt(cipher);
        if (text == null) {
            return new Forms(stored.plain, null, null);
        }
        String wanted = isCurrent(cipher, text) ? stored.cipher : encryption.encrypt(PlainText.of(text));
        String digested = digestion == null ? null : digestion.encrypt(text);
        boolean same = stored.digest != null && Objects.equals(stored.digest.stripTrailing(), digested);
        return new Forms(stored.plain, wanted, same ? stored.digest : digested);
    }

    private boolean isCurrent(String cipher, String text) {
        if (cipher == null) {
            return false;
        }
        if (plain == null || !encryption.decrypts()) {
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
