package org.shardingjdbc.feature.encrypt.internal;

import java.util.function.UnaryOperator;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;

/** Makes the text of what is stored. */
record Decryption(EncryptionAlgorithm algorithm) implements UnaryOperator<Object> {
    @Override
    public Object apply(Object stored) {
        if (!(stored instanceof String text)) {
            throw new IllegalArgumentException("the actual column is no text, as ciphers are");
        }
        // CHAR columns fill up with blanks, which no stored form ends with
        return algorithm.decrypt(text.stripTrailing());
    }
}
