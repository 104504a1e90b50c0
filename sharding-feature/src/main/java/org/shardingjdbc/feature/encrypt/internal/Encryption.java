package org.shardingjdbc.feature.encrypt.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.SeveralForms;

/** Makes what is stored of a value: of a text, or of a whole number in decimal digits. */
record Encryption(EncryptionAlgorithm algorithm) implements SeveralForms {
    @Override
    public Object apply(Object value) {
        return algorithm.encrypt(PlainText.of(value));
    }

    @Override
    public List<UnaryOperator<Object>> others() {
        List<UnaryOperator<Object>> others = new ArrayList<>();
        algorithm.former().forEach(former -> others.add(new Encryption(former)));
        return others;
    }
}
