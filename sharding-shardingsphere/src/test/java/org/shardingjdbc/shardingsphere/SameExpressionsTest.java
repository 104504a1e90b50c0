package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

/**
 * Expressions of {@code expressions.txt} over random values, computed here and by the Groovy that ShardingSphere takes.
 * What fails there may be anything here, as no row lies there; what has a value there has the same here. More by
 * {@code -Dshardingsphere.values=500}.
 */
@Tag("random")
class SameExpressionsTest {
    private static final int VALUES = Integer.getInteger("shardingsphere.values", 12);
    private static final String[] TEXTS = {
        "", "a", "Ab", "A-17", "12", "-5", " 7 ", "0012", "x-y-", "-x", "äöü", "9999999999", "ß", "a1b2-c3", "5"
    };

    private final Random random = new Random(Long.getLong("shardingsphere.seed", 20261126L));
    private final ClassLoader peer = Contender.shardingSphere();
    private int compared;

    SameExpressionsTest() throws Exception {}

    private static List<String> expressions(String kind) throws Exception {
        byte[] text;
        try (var in = SameExpressionsTest.class.getResourceAsStream("/expressions.txt")) {
            text = in.readAllBytes();
        }
        List<String> expressions = new ArrayList<>();
        for (String line : new String(text, StandardCharsets.UTF_8).split("\n")) {
            if (line.startsWith(kind + " ")) {
                expressions.add(line.substring(kind.length() + 1));
            }
        }
        assertThat(expressions).hasSizeGreaterThan(30);
        return expressions;
    }

    @Test
    void overNumbersHaveTheSameValues() throws Exception {
        for (String expression : expressions("number")) {
            same(expression, List.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE));
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < VALUES; i++) {
                values.add(
                        switch (random.nextInt(4)) {
                            case 0 -> random.nextInt();
                            case 1 -> random.nextInt(2000) - 1000;
                            case 2 -> random.nextLong();
                            default -> (long) random.nextInt(2000) - 1000;
                        });
            }
            same(expression, values);
        }
        assertThat(compared).isGreaterThan(800);
    }

    @Test
    void overTextsHaveTheSameValues() throws Exception {
        for (String expression : expressions("text")) {
            same(expression, List.of(TEXTS));
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < VALUES; i++) {
                values.add(text());
            }
            same(expression, values);
        }
        assertThat(compared).isGreaterThan(800);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(12);
        for (int i = 0; i < length; i++) {
            text.append((char) (random.nextInt(10) == 0 ? 0x410 + random.nextInt(60) : ' ' + random.nextInt(95)));
        }
        return text.toString();
    }

    private void same(String expression, List<?> values) throws Exception {
        String row = "t_${" + expression + "}";
        InlineExpression ours = InlineExpression.compile(row, List.of("v"));
        Class<?> shellType = peer.loadClass("groovy.lang.GroovyShell");
        Object shell = shellType.getDeclaredConstructor().newInstance();
        Object script = shellType.getMethod("parse", String.class).invoke(shell, "\"" + row + "\"");
        Method set = script.getClass().getMethod("setProperty", String.class, Object.class);
        Method run = script.getClass().getMethod("run");
        for (Object value : values) {
            set.invoke(script, "v", value);
            String expected;
            try {
                expected = String.valueOf(run.invoke(script));
            } catch (InvocationTargetException e) {
                continue;
            }
            assertThat(ours.evaluate(value))
                    .as(expression + " of " + value.getClass().getSimpleName() + " " + value)
                    .isEqualTo(expected);
            compared++;
        }
    }
}
