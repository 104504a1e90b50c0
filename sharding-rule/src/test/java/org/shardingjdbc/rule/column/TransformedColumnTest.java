package org.shardingjdbc.rule.column;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.column.TransformedColumn.BesideForm;
import org.shardingjdbc.rule.column.TransformedColumn.ComparedForm;

/** Several rules of one column apply in their order on the way in, and the other way round on the way out. */
class TransformedColumnTest {
    private static final UnaryOperator<Object> ENCRYPT = value -> "<" + value + ">";
    private static final UnaryOperator<Object> DECRYPT =
            value -> value.toString().substring(1, value.toString().length() - 1);
    private static final UnaryOperator<Object> MASK = value -> value.toString().charAt(0) + "*";

    @Test
    void aMaskShowsWhatADecryptionReads() {
        TransformedColumn both = TransformedColumn.seenAs("phone", MASK)
                .then(encrypted("phone", StoredProperty.EQUALITY)
                        .stored("phone_cipher")
                        .build());
        assertThat(requireNonNull(both.write()).apply("123")).isEqualTo("<123>");
        assertThat(requireNonNull(both.read()).apply("<123>")).isEqualTo("1*");
        assertThat(both.kept()).isEqualTo(StoredProperty.EQUALITY);
        assertThat(both.stored()).isEqualTo("phone_cipher");
        assertThat(both.isRenamed()).isTrue();
    }

    @Test
    void columnsOfTheSameOperatorsAreStoredAlike() {
        TransformedColumn first = encrypted("a", StoredProperty.EQUALITY).build();
        TransformedColumn second = encrypted("b", StoredProperty.NULLS).build();
        assertThat(first.then(first).write()).isEqualTo(second.then(second).write());
        assertThat(first.then(second).kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(first.then(first).write()).apply("x")).isEqualTo("<<x>>");
    }

    @Test
    void aMaskMayForbidWhatACipherWouldKeep() {
        TransformedColumn cipher = encrypted("a", StoredProperty.EQUALITY).build();
        TransformedColumn both =
                TransformedColumn.seenAs("a", MASK, StoredProperty.NULLS).then(cipher);
        assertThat(both.kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(both.write()).apply("x")).isEqualTo("<x>");
        TransformedColumn digested = encrypted("a", StoredProperty.NULLS)
                .compared(new ComparedForm("digest", ENCRYPT))
                .build();
        assertThat(digested.asCompared().kept()).isEqualTo(StoredProperty.EQUALITY);
        TransformedColumn strict =
                TransformedColumn.seenAs("a", MASK, StoredProperty.NULLS).then(digested);
        assertThat(strict.asCompared().kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(strict.asCompared().write()).apply("x")).isEqualTo("<x>");
        assertThat(TransformedColumn.seenAs("a", MASK)
                        .then(digested)
                        .asCompared()
                        .kept())
                .isEqualTo(StoredProperty.EQUALITY);
    }

    /** Two keys of each of two rules: four forms, that which is written not among the others. */
    @Test
    void valuesAreLookedForInTheFormsOfAllRules() {
        TransformedColumn first = inKeys("1", "2");
        TransformedColumn both = first.then(inKeys("x", "y"));
        assertThat(both.kept()).isEqualTo(StoredProperty.LOOKUP);
        assertThat(requireNonNull(both.write()).apply("v")).isEqualTo("v1x");
        assertThat(both.otherForms().stream().map(form -> form.apply("v"))).containsExactly("v1y", "v2x", "v2y");
        assertThat(encrypted("a", StoredProperty.EQUALITY).build().otherForms()).isEmpty();
        assertThatThrownBy(() -> TransformedColumn.builder("a")
                        .read(DECRYPT)
                        .kept(StoredProperty.LOOKUP)
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static TransformedColumn.Builder encrypted(String name, StoredProperty kept) {
        return TransformedColumn.builder(name).write(ENCRYPT).read(DECRYPT).kept(kept);
    }

    private static TransformedColumn inKeys(String written, String former) {
        return TransformedColumn.builder("a")
                .write(value -> value + written)
                .otherForms(List.of(value -> value + former))
                .kept(StoredProperty.LOOKUP)
                .build();
    }

    @Test
    void furtherFormsAreWrittenByAllRulesAndHidden() {
        TransformedColumn plain = TransformedColumn.builder("a")
                .write(ENCRYPT)
                .kept(StoredProperty.EQUALITY)
                .beside(new BesideForm("a_cipher", ENCRYPT))
                .build();
        TransformedColumn both =
                TransformedColumn.builder("a").write(MASK).build().then(plain);
        assertThat(both.besides().get(0).write().apply("123")).isEqualTo("<1*>");
        assertThat(both.differsInTable()).isTrue();
        assertThat(both.hides("A_CIPHER")).isTrue();
        assertThat(both.hides("a")).isFalse();
        assertThatThrownBy(() ->
                        TransformedColumn.builder("a").besides(plain.besides()).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsStoredOtherwiseKeepsNotEverything() {
        assertThatThrownBy(() -> encrypted("a", StoredProperty.EVERYTHING).build())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> encrypted("a", StoredProperty.NULLS)
                        .stored("A_C")
                        .compared(new ComparedForm("a_c", ENCRYPT))
                        .build())
                .hasMessageContaining("another form");
        assertThatThrownBy(() -> TransformedColumn.builder("a")
                        .read(DECRYPT)
                        .kept(StoredProperty.EQUALITY)
                        .build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotSaidIsAsTheApplicationWritesIt() {
        TransformedColumn plain = TransformedColumn.builder("a").build();
        assertThat(plain.kept()).isEqualTo(StoredProperty.EVERYTHING);
        assertThat(plain.stored()).isEqualTo("a");
        assertThat(plain.differsInTable()).isFalse();
        // less than it keeps: what statements ask of it is refused, and not wrong
        assertThat(TransformedColumn.builder("a").write(ENCRYPT).build().kept()).isEqualTo(StoredProperty.NULLS);
    }

    @Test
    void columnsOfEqualPartsAreEqual() {
        TransformedColumn column =
                encrypted("a", StoredProperty.NULLS).stored("b").build();
        assertThat(encrypted("a", StoredProperty.NULLS).stored("b").build())
                .isEqualTo(column)
                .hasSameHashCodeAs(column);
        assertThat(column.usable(TransformedColumn.PlainValueUse.PULLED)).isNotEqualTo(column);
        assertThat(column.usable(TransformedColumn.PlainValueUse.PULLED).stored())
                .isEqualTo("b");
    }
}
