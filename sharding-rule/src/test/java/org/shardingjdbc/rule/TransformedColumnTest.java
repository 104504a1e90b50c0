package org.shardingjdbc.rule;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.TransformedColumn.BesideForm;
import org.shardingjdbc.rule.TransformedColumn.ComparedForm;
import org.shardingjdbc.rule.TransformedColumn.SeveralForms;

/** Several rules of one column apply in their order on the way in, and the other way round on the way out. */
class TransformedColumnTest {
    private static final UnaryOperator<Object> ENCRYPT = value -> "<" + value + ">";
    private static final UnaryOperator<Object> DECRYPT =
            value -> value.toString().substring(1, value.toString().length() - 1);
    private static final UnaryOperator<Object> MASK = value -> value.toString().charAt(0) + "*";

    @Test
    void aMaskShowsWhatADecryptionReads() {
        TransformedColumn both = TransformedColumn.seenAs("phone", MASK)
                .then(new TransformedColumn("phone", "phone_cipher", ENCRYPT, DECRYPT, StoredProperty.EQUALITY));
        assertThat(requireNonNull(both.write()).apply("123")).isEqualTo("<123>");
        assertThat(requireNonNull(both.read()).apply("<123>")).isEqualTo("1*");
        assertThat(both.kept()).isEqualTo(StoredProperty.EQUALITY);
        assertThat(both.stored()).isEqualTo("phone_cipher");
        assertThat(both.isRenamed()).isTrue();
    }

    @Test
    void columnsOfTheSameOperatorsAreStoredAlike() {
        TransformedColumn first = new TransformedColumn("a", ENCRYPT, DECRYPT, StoredProperty.EQUALITY);
        TransformedColumn second = new TransformedColumn("b", ENCRYPT, DECRYPT, StoredProperty.NULLS);
        assertThat(first.then(first).write()).isEqualTo(second.then(second).write());
        assertThat(first.then(second).kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(first.then(first).write()).apply("x")).isEqualTo("<<x>>");
    }

    @Test
    void aMaskMayForbidWhatACipherWouldKeep() {
        TransformedColumn cipher = new TransformedColumn("a", ENCRYPT, DECRYPT, StoredProperty.EQUALITY);
        TransformedColumn both =
                TransformedColumn.seenAs("a", MASK, StoredProperty.NULLS).then(cipher);
        assertThat(both.kept()).isEqualTo(StoredProperty.NULLS);
        assertThat(requireNonNull(both.write()).apply("x")).isEqualTo("<x>");
        TransformedColumn digested = new TransformedColumn(
                "a", "a", ENCRYPT, DECRYPT, StoredProperty.NULLS, new ComparedForm("digest", ENCRYPT));
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
        TransformedColumn first = new TransformedColumn("a", new Keys("1", "2"), null, StoredProperty.LOOKUP);
        TransformedColumn both =
                first.then(new TransformedColumn("a", new Keys("x", "y"), null, StoredProperty.LOOKUP));
        assertThat(both.kept()).isEqualTo(StoredProperty.LOOKUP);
        assertThat(requireNonNull(both.write()).apply("v")).isEqualTo("v1x");
        assertThat(both.otherForms().stream().map(form -> form.apply("v"))).containsExactly("v1y", "v2x", "v2y");
        assertThat(new TransformedColumn("a", ENCRYPT, DECRYPT, StoredProperty.EQUALITY).otherForms())
                .isEmpty();
        assertThatThrownBy(() -> new TransformedColumn("a", null, DECRYPT, StoredProperty.LOOKUP))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private record Keys(String written, String former) implements SeveralForms {
        @Override
        public Object apply(Object value) {
            return value + written;
        }

        @Override
        public List<UnaryOperator<Object>> others() {
            return List.of(value -> value + former);
        }
    }

    @Test
    void furtherFormsAreWrittenByAllRulesAndHidden() {
        TransformedColumn plain = new TransformedColumn(
                "a", "a", ENCRYPT, null, StoredProperty.EQUALITY, null, List.of(new BesideForm("a_cipher", ENCRYPT)));
        TransformedColumn both = new TransformedColumn("a", MASK, null, StoredProperty.NULLS).then(plain);
        assertThat(both.besides().get(0).write().apply("123")).isEqualTo("<1*>");
        assertThat(both.differsInTable()).isTrue();
        assertThat(both.hides("A_CIPHER")).isTrue();
        assertThat(both.hides("a")).isFalse();
        assertThatThrownBy(
                        () -> new TransformedColumn("a", "a", null, null, StoredProperty.NULLS, null, plain.besides()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsStoredOtherwiseKeepsNotEverything() {
        assertThatThrownBy(() -> new TransformedColumn("a", ENCRYPT, DECRYPT, StoredProperty.EVERYTHING))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TransformedColumn(
                        "a", "A_C", ENCRYPT, DECRYPT, StoredProperty.NULLS, new ComparedForm("a_c", ENCRYPT)))
                .hasMessageContaining("another form");
        assertThatThrownBy(() -> new TransformedColumn("a", null, DECRYPT, StoredProperty.EQUALITY))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
