package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LooksAtKindsTest {
    private static final LooksAtKinds LOOKS = new LooksAtKinds(Set.of("Circle", "Square"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shape instanceof Circle",
                "shape instanceof Square square && square.isEmpty()",
                "shape instanceof final geometry.Circle circle && circle.isEmpty()",
                "((Circle) shape).isEmpty()",
                "Square.class.isInstance(shape)",
                "shapes.stream().anyMatch(Circle.class::isInstance)"
            })
    void looksAreFound(String expression) throws IOException {
        assertThat(LOOKS.in(text(expression))).hasSize(1).first().asString().endsWith(":2");
    }

    @Test
    void whatOnlyUsesAKindIsNone() throws IOException {
        String expression =
                "new Circle(1).is(Square.UNIT) && circles.stream().map(Circle::name).equals(\"(Circle) x\")";
        assertThat(LOOKS.in(text(expression))).isEmpty();
    }

    private static String text(String expression) {
        return "class Text {\n    boolean looks = " + expression + ";\n}\n";
    }
}
