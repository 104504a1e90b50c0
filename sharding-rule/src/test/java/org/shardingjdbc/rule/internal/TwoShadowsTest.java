package org.shardingjdbc.rule.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;

/** One rule of a configuration says on which side a statement runs. */
class TwoShadowsTest {
    private record LeftConfiguration(boolean sides) implements RuleConfiguration {}

    private record RightConfiguration(boolean sides) implements RuleConfiguration {}

    private record Sided(String name, boolean sides) implements Rule {
        @Override
        public @Nullable SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
            return sides ? (parameters, hints) -> Side.PRODUCTION : null;
        }
    }

    /** A kind of rule that may have shadows. */
    public static final class Left implements RuleProvider<LeftConfiguration> {
        @Override
        public String tag() {
            return "LEFT";
        }

        @Override
        public Class<LeftConfiguration> configurationType() {
            return LeftConfiguration.class;
        }

        @Override
        public RuleOrder order() {
            return RuleOrder.ANYWHERE;
        }

        @Override
        public LeftConfiguration read(ConfigurationMap map) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Rule compile(LeftConfiguration configuration, RuleSetup setup) {
            return new Sided("Left", configuration.sides());
        }
    }

    /** Another one. */
    public static final class Right implements RuleProvider<RightConfiguration> {
        @Override
        public String tag() {
            return "RIGHT";
        }

        @Override
        public Class<RightConfiguration> configurationType() {
            return RightConfiguration.class;
        }

        @Override
        public RuleOrder order() {
            return RuleOrder.ANYWHERE;
        }

        @Override
        public RightConfiguration read(ConfigurationMap map) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Rule compile(RightConfiguration configuration, RuleSetup setup) {
            return new Sided("Right", configuration.sides());
        }
    }

    private static final KeyGeneratorSource NO_KEYS = new KeyGeneratorSource() {
        @Override
        public List<String> types() {
            return List.of();
        }

        @Override
        public @Nullable KeyGenerator get(String type, Map<String, String> props) {
            return null;
        }
    };

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private @Nullable URLClassLoader known;

    @BeforeEach
    void listBoth(@TempDir Path services) throws IOException {
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.write(entry, List.of(Left.class.getName(), Right.class.getName()));
        known = new URLClassLoader(new URL[] {services.toUri().toURL()}, before);
        Thread.currentThread().setContextClassLoader(known);
    }

    @AfterEach
    void forgetBoth() throws IOException {
        Thread.currentThread().setContextClassLoader(before);
        Objects.requireNonNull(known).close();
    }

    private static Rules compiled(boolean left, boolean right) {
        return RuleCompiler.compile(
                List.of("ds"), List.of(new LeftConfiguration(left), new RightConfiguration(right)), NO_KEYS);
    }

    @Test
    void twoRulesWithShadowsAreAMistakeThatNamesBoth() {
        assertThatThrownBy(() -> compiled(true, true))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("rule Right has shadow databases, and so has rule Left at rules[0]; one rule")
                .hasMessageContaining("(rules[1])");
    }

    @Test
    void oneRuleWithShadowsDecidesWhereverItStands() {
        assertThat(compiled(true, false).sidesOfUnseen().areThere()).isTrue();
        assertThat(compiled(false, true).sidesOfUnseen().areThere()).isTrue();
        assertThat(compiled(false, false).sidesOfUnseen().areThere()).isFalse();
    }
}
