package org.shardingjdbc.rule.internal.inline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ShardingSphere's users write and the peer computes is in placements-of-shardingsphere.txt; here is the rest. */
class InlineExpressionTest {
    private static String evaluate(String text, Object value) {
        return InlineExpression.compile(text, List.of("id")).evaluate(value);
    }

    @Test
    void fillsHoles() {
        assertThat(evaluate("t_${id % 4}_${id > 5 ? 'big' : 'small'}", 7)).isEqualTo("t_3_big");
        assertThat(evaluate("t_$->{ID}", 7L)).isEqualTo("t_7");
        assertThat(evaluate("t", 7L)).isEqualTo("t");
        assertThat(evaluate("$x $ {id} ${id}", 1)).isEqualTo("$x $ {id} 1");
        assertThat(evaluate("<LITERAL>t_${id}", 1)).isEqualTo("t_${id}");
        assertThat(evaluate("<GROOVY>t_${id}", 1)).isEqualTo("t_1");
    }

    @Test
    void knowsTimes() {
        LocalDateTime time = LocalDateTime.of(2024, 3, 5, 10, 20);
        assertThat(evaluate("t_${id.format('yyyyMM')}", time)).isEqualTo("t_202403");
        assertThat(evaluate("t_${id.year}_${id.getMonthValue()}", time)).isEqualTo("t_2024_3");
    }

    @Test
    void takesCharactersAsGroovyDoes() {
        assertThat(evaluate("t_${id.charAt(0) as int}", "5")).isEqualTo("t_53");
        assertThat(evaluate("t_${(int) id.charAt(0)}", "A-1")).isEqualTo("t_65");
        assertThat(evaluate("t_${(id.charAt(0) - 48) % 4}", "5")).isEqualTo("t_1");
        assertThat(evaluate("t_${id.charAt(0) + 1}_${id.charAt(0)}", "a")).isEqualTo("t_98_a");
        assertThat(evaluate("t_${id.charAt(0) == '5' && id.charAt(0) < 'A'}", "5"))
                .isEqualTo("t_true");
        assertThat(evaluate("t_${id[0] as int}", "5")).isEqualTo("t_5");
    }

    @Test
    void countsNegativeEndsOfRangesFromTheEnd() {
        assertThat(evaluate("t_${id[1..-1]}_${id[-2..-1]}", "A-17")).isEqualTo("t_-17_17");
        assertThat(evaluate("t_${id[0..<-1]}_${id[-1..0]}", "abc")).isEqualTo("t_ab_cba");
        assertThat(evaluate("t_${[1, 2, 3][1..-1].join('-')}", "abc")).isEqualTo("t_2-3");
        assertThatThrownBy(() -> evaluate("t_${id[-2..-1]}", "a")).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void readsHexadecimalOctalAndBinaryNumbersAndLimits() {
        assertThat(evaluate("t_${(id.hashCode() & 0x7fffffff) % 4}", "Ab"))
                .isEqualTo("t_" + ("Ab".hashCode() & ~0) % 4);
        assertThat(evaluate("t_${(id & Integer.MAX_VALUE) % 7}", -5)).isEqualTo("t_" + (-5 & Integer.MAX_VALUE) % 7);
        assertThat(evaluate("t_${0xFFL + id}_${0b101}_${017}_${0}", 1)).isEqualTo("t_256_5_15_0");
        assertThatThrownBy(() -> evaluate("t_${0x}", 1)).hasMessageContaining("this is not a number");
        assertThatThrownBy(() -> evaluate("t_${08}", 1)).hasMessageContaining("this is not a number");
    }

    @Test
    void givesBigIntegersNoNegativeRemainder() {
        assertThat(evaluate("t_${(id as BigInteger) % 4}_${id.toBigInteger().mod(4)}_${id % 4}", -1))
                .isEqualTo("t_3_3_-1");
    }

    @Test
    void ordersByMinusOneZeroAndOne() {
        assertThat(evaluate("t_${id <=> 'M'}_${id.compareTo('M')}", "a")).isEqualTo("t_1_20");
    }

    @Test
    void keepsParametersOfNestedClosuresApart() {
        assertThat(InlineExpression.names("t_${(1..2).collect{ a -> (3..4).collect{ b -> \"${a}${b}\" } }.flatten()}"))
                .containsExactly("t_13", "t_14", "t_23", "t_24");
    }

    @Test
    void isSafeForManyEvaluationsAtOnce() {
        InlineExpression expression =
                InlineExpression.compile("t_${[id, id + 1].collect{ it * 2 }.join('_')}", List.of("id"));
        List<String> texts = java.util.stream.IntStream.range(0, 10_000)
                .parallel()
                .mapToObj(expression::evaluate)
                .toList();
        for (int i = 0; i < texts.size(); i++) {
            assertThat(texts.get(i)).isEqualTo("t_" + 2 * i + "_" + 2 * (i + 1));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "t_${id % | expected a value but found the end at character 9",
                "t_${id % 4 | expected '}' but found the end at character 11",
                "t_${} | expected a value but found '}' at character 5",
                "t_${order % 4} | unknown name 'order' (known are id) at character 5",
                "t_${id.frobnicate()} | unknown method 'frobnicate' with 0 arguments at character 8",
                "t_${id.substring()} | unknown method 'substring' with 0 arguments at character 8",
                "t_${id.text} | unknown property 'text' at character 8",
                "t_${Math.random()} | unknown method 'Math.random' with 0 arguments at character 10",
                "t_${System.exit(0)} | unknown name 'System' (known are id) at character 5",
                "t_${id as Date} | cannot convert to 'Date', only to int, long, BigInteger, BigDecimal, String"
                        + " at character 11",
                "t_${'abc} | the string is not closed at character 5",
                "t_${12ab} | this is not a number at character 7",
                "t_${id; 1} | expected '}' but found ';' at character 7",
                "<JAVA>t | unknown kind <JAVA> of row expression; known are GROOVY, LITERAL, INTERVAL at character 1",
                "<GROOVY>t_${x} | unknown name 'x' (known are id) at character 13",
            })
    void refusesWhatIsOutsideOfTheLanguage(String text, String message) {
        assertThatThrownBy(() -> InlineExpression.compile(text, List.of("id")))
                .isInstanceOf(InlineSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void refusesDeepNesting() {
        String text = "${" + "(".repeat(100_000) + "1" + ")".repeat(100_000) + "}";
        assertThatThrownBy(() -> InlineExpression.compile(text, List.of())).hasMessageContaining("nests too deeply");
        String minus = "${" + "-".repeat(100_000) + "1}";
        assertThatThrownBy(() -> InlineExpression.compile(minus, List.of())).hasMessageContaining("nests too deeply");
    }

    @Test
    void refusesListsWithoutBounds() {
        assertThatThrownBy(() -> InlineExpression.names("t_${0..2000000000}")).hasMessageContaining("too long");
        assertThatThrownBy(() -> InlineExpression.names("t_${0..9999}_${0..9999}"))
                .hasMessageContaining("more than");
        assertThatThrownBy(() -> InlineExpression.names("t_${'a'..'bcd'}")).hasMessageContaining("has no end");
    }

    @Test
    void reportsOperationsThatTheValuesDoNotHave() {
        assertThatThrownBy(() -> evaluate("t_${id % 4}", "x")).hasMessage("% is not defined for String");
        assertThatThrownBy(() -> evaluate("t_${id.substring(1)}", 5)).hasMessage("Integer has no method 'substring'");
        assertThatThrownBy(() -> evaluate("t_${id / 0}", 5)).isInstanceOf(ArithmeticException.class);
    }

    /** What is read as a product lists what is listed name by name, or is no product. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds_${0..1}.t_${0..3}",
                "ds_${0..1}.t_${['a','b']}_${0..1}",
                "ds_0.t",
                "<GROOVY>ds_${0..1}.t_${0..3}",
                "${['x', 'y']}_ds.${0..1}",
                "ds_${0..1}.t_${(1..2).collect{ a -> a * 2 }}",
                " ds_${0..1} . t_${0..1} ",
            })
    void productListsTheSame(String text) {
        InlineExpression.Product product = Objects.requireNonNull(InlineExpression.product(text, '.'));
        List<String> names = new ArrayList<>();
        for (String head : product.heads()) {
            product.tails().forEach(tail -> names.add(head + "." + tail));
        }
        assertThat(names).isEqualTo(InlineExpression.names(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds_${0..1}.t_0,ds_2.t_0",
                "ds_0",
                "a.b.${0..1}.c",
                "${['ds_0.t_0','ds_1.t_1']}",
                "<LITERAL>ds_0.t_0",
                "ds_${0..",
                "ds_${0..2000000000}.t",
                "ds_${0..9999}.t_${0..9999}",
                ""
            })
    void othersAreNoProduct(String text) {
        assertThat(InlineExpression.product(text, '.')).isNull();
    }

    /** A product is what the list of names says, each name found by its position and the other way round. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds_${0..1}.t_${0..11}",
                "ds_${0..1}.t_${8..12}_${0..11}",
                "ds_${9..10}.${2020..2024}t${1..12}x",
                "ds_${['a', 'b']}.t_${['x', 'y', 'z']}${98..102}",
                "ds_${0..1}.t_${[1, 2, 3]}${10..19}${['-', '+']}${0..10}",
                "ds_0.t_${0..1}${10..30}",
                "ds_0.t_${5..3}_${0..2}",
                "ds_0.t_${1..11}${1..11}",
                "ds_0.t_${1..11}0",
                "ds_0.t_${['a', 'bb']}${0..3}",
                "ds_0.T_${['a', 'A']}_${0..3}",
                "ds_0.t_${-1..3}",
                "ds_0.t_${999999998..1000000001}",
                "ds_0.t_${0..<1}",
                "${0..2}.${0..2}"
            })
    void productsAreTheirNames(String text) {
        InlineExpression.Product product = Objects.requireNonNull(InlineExpression.product(text, '.'));
        List<String> names = new ArrayList<>();
        for (String head : product.heads()) {
            product.tails().forEach(tail -> names.add(head + "." + tail));
        }
        assertThat(names).isEqualTo(InlineExpression.names(text));
        for (List<String> list : List.of(product.heads(), product.tails())) {
            if (list instanceof NamePattern pattern) {
                for (int i = 0; i < pattern.size(); i++) {
                    String name = pattern.get(i);
                    assertThat(pattern.position(name)).isEqualTo(i);
                    assertThat(pattern.folded(name.toUpperCase(Locale.ROOT))).isLessThanOrEqualTo(i);
                    assertThat(pattern.get(pattern.folded(name.toLowerCase(Locale.ROOT))))
                            .isEqualToIgnoringCase(name);
                    assertThat(name).startsWith(pattern.begin());
                    for (String other :
                            List.of(name + "0", "0" + name, name.substring(1), name + "x", name.replace('1', '7'))) {
                        assertThat(pattern.position(other)).as(other).isEqualTo(new ArrayList<>(list).indexOf(other));
                    }
                }
            }
        }
    }

    /** Where one piece ends and the next one begins must be certain, else the names are listed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.t_${0..11}             | true",
                "x.t_${0..11}_${0..11}    | true",
                "x.t_${10..99}${0..11}    | true",
                "x.t_${0..11}${0..9}      | false",
                "x.t_${0..11}0            | false",
                "x.t_${0..11}${['a', 1]}  | false",
                "x.t_${['a', 'bb']}${0..3}| false",
                "x.t_${3..0}              | false",
                "x.t_a                    | false"
            })
    void patternsLeaveNoDoubt(String text, boolean pattern) {
        InlineExpression.Product product = Objects.requireNonNull(InlineExpression.product(text, '.'));
        assertThat(product.tails() instanceof NamePattern).isEqualTo(pattern);
    }
}
