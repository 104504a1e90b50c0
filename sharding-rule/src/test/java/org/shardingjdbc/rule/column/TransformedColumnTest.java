package org.shardingjdbc.rule.column;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Several rules of one column apply in their order on the way in, and the other way round on the way out. */
class TransformedColumnTest {
    private static final UnaryOperator<Object> ENCRYPT = value -> "<" + value + ">";
    private static final UnaryOperator<Object> DECRYPT =
            value -> value.toString().substring(1, value.toString().length() - 1);
    private static final UnaryOperator<Object> MASK = value -> value.toString().charAt(0) + "*";

    @Test
    void aMaskShowsWhatADecryptionReads() {
        TransformedColumn both = TransformedColumn.seenAs("phone", MASK)
                .then(encrypted("phone", "phone_cipher", StoredProperty.EQUALITY));
        assertThat(requireNonNull(both.write()).apply("123")).isEqualTo("<123>");
        assertThat(requireNonNull(both.read()).apply("<123>")).isEqualTo("1*");
        assertThat(both.kept()).isEqualTo(StoredProperty.EQUALITY);
        assertThat(both.stored()).isEqualTo("phone_cipher");
        assertThat(both.isRenamed()).isTrue();
    }

    @Test
    void columnsOfTheSameOperatorsAreStoredAlike() {
        TransformedColumn first = encrypted("a", StoredProperty.EQUALITY);
        TransformedColumn second = encrypted("b", StoredProperty.NULLS);
        assertThat(first.then(first).write()).isEqualTo(second.then(second).write());
        assertThat(first.then(second).kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(first.then(first).write()).apply("x")).isEqualTo("<<x>>");
    }

    @Test
    void aMaskMayForbidWhatACipherWouldKeep() {
        TransformedColumn cipher = encrypted("a", StoredProperty.EQUALITY);
        TransformedColumn both =
                TransformedColumn.seenAs("a", MASK, StoredProperty.NULLS).then(cipher);
        assertThat(both.kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(both.write()).apply("x")).isEqualTo("<x>");
        TransformedColumn digested =
                encrypted("a", StoredProperty.NULLS).comparedBy(new ComparedForm("digest", ENCRYPT));
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
        assertThat(encrypted("a", StoredProperty.EQUALITY).otherForms()).isEmpty();
        assertThatThrownBy(() -> WrittenForm.unchanged("a").keeping(StoredProperty.LOOKUP))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static TransformedColumn encrypted(String name, StoredProperty kept) {
        return encrypted(name, name, kept);
    }

    private static TransformedColumn encrypted(String name, String stored, StoredProperty kept) {
        return TransformedColumn.of(name)
                .writtenAs(new WrittenForm(stored, ENCRYPT, kept))
                .shownAs(new ShownForm(DECRYPT));
    }

    private static TransformedColumn inKeys(String written, String former) {
        return TransformedColumn.of("a")
                .writtenAs(new WrittenForm(
                        "a", value -> value + written, List.of(value -> value + former), StoredProperty.LOOKUP));
    }

    @Test
    void furtherFormsAreWrittenByAllRulesAndHidden() {
        TransformedColumn plain = TransformedColumn.of("a")
                .writtenAs(new WrittenForm("a", ENCRYPT, StoredProperty.EQUALITY))
                .beside(new BesideForm("a_cipher", ENCRYPT));
        TransformedColumn both = TransformedColumn.of("a")
                .writtenAs(new WrittenForm("a", MASK, StoredProperty.NULLS))
                .then(plain);
        assertThat(both.besides().get(0).write().apply("123")).isEqualTo("<1*>");
        assertThat(both.differsInTable()).isTrue();
        assertThat(both.hides("A_CIPHER")).isTrue();
        assertThat(both.hides("a")).isFalse();
        assertThatThrownBy(
                        () -> TransformedColumn.of("a").beside(plain.besides().get(0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsStoredOtherwiseKeepsNotEverything() {
        assertThatThrownBy(() -> encrypted("a", StoredProperty.EVERYTHING))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> encrypted("a", "A_C", StoredProperty.NULLS).comparedBy(new ComparedForm("a_c", ENCRYPT)))
                .hasMessageContaining("another form");
        assertThatThrownBy(() -> WrittenForm.unchanged("a").keeping(StoredProperty.EQUALITY))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsNotSaidIsAsTheApplicationWritesIt() {
        TransformedColumn plain = TransformedColumn.of("a");
        assertThat(plain.kept()).isEqualTo(StoredProperty.EVERYTHING);
        assertThat(plain.stored()).isEqualTo("a");
        assertThat(plain.differsInTable()).isFalse();
        assertThat(plain.write()).isNull();
        assertThat(plain.read()).isNull();
        assertThat(plain.use()).isEqualTo(PlainValueUse.SHOWN);
    }

    @Test
    void columnsOfEqualPartsAreEqual() {
        TransformedColumn column = encrypted("a", "b", StoredProperty.NULLS);
        assertThat(encrypted("a", "b", StoredProperty.NULLS)).isEqualTo(column).hasSameHashCodeAs(column);
        TransformedColumn pulled = column.shownAs(new ShownForm(DECRYPT, PlainValueUse.PULLED));
        assertThat(pulled).isNotEqualTo(column);
        assertThat(pulled.stored()).isEqualTo("b");
    }
}
