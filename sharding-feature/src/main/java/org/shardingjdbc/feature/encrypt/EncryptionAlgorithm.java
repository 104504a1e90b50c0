package org.shardingjdbc.feature.encrypt;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.column.LikePatterns;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * Makes the stored forms of texts, with the keys that the algorithm was made with. Safe for all threads; does not
 * block. No message holds a plain value or a key.
 */
public interface EncryptionAlgorithm {
    /**
     * The stored form of a text.
     *
     * @param plain never null, may be empty
     * @return printable ASCII, so that every character set stores it
     * @throws IllegalArgumentException when the text cannot be stored; the message says why
     */
    String encrypt(String plain);

    /** Whether the plain text can be restored; false for a digest. */
    boolean decrypts();

    /**
     * The text of a stored form; called only where {@link #decrypts}.
     *
     * @throws IllegalArgumentException when this algorithm did not write the form with one of its keys
     */
    String decrypt(String stored);

    /**
     * What stored forms still reveal of texts. {@link StoredProperty#EQUALITY}: equal texts have equal forms, and
     * different texts different ones. {@link StoredProperty#LOOKUP}: that holds for each key alone, and {@link #former}
     * gives the algorithms of the other keys. Else {@link StoredProperty#NULLS}.
     */
    StoredProperty keeps();

    /** The same algorithm with each of the other keys that values may be stored under; empty where there is none. */
    default List<EncryptionAlgorithm> former() {
        return List.of();
    }

    /**
     * Whether a stored form is what {@link #encrypt} would store today: under the key that is used for writing.
     *
     * @param stored what this algorithm wrote with one of its keys
     * @param plain its text
     */
    default boolean isCurrent(String stored, String plain) {
        return keeps() == StoredProperty.NULLS || stored.equals(encrypt(plain));
    }

    /**
     * Makes patterns of LIKE for the stored forms: for the key that is used for writing first, then for the other keys.
     * Empty where LIKE cannot be asked of stored forms. Always the same objects.
     */
    @Incubating
    default List<LikePatterns> likePatterns() {
        return List.of();
    }

    /** Why new data should not be written with this algorithm, as a clause; null where there is no reason. */
    default @Nullable String legacy() {
        return null;
    }
}
