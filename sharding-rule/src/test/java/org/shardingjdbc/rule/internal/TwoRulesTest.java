package org.shardingjdbc.rule.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.side.SideChoice;
import org.shardingjdbc.rule.side.StatementValues;
import org.shardingjdbc.rule.watch.SwitchListener;

/** What two rules of a configuration say about the same. */
class TwoRulesTest {
    private record LeftConfiguration(
            boolean sides, @Nullable String reader, int home) implements RuleConfiguration {}

    private record RightConfiguration(
            boolean sides, @Nullable String reader, int home) implements RuleConfiguration {}

    private record Sided(
            String name, boolean sides, @Nullable String readerClientInfo, int defaultDataSource) implements Rule {
        @Override
        public DataSourceGuard dataSourceGuard(String dataSource) {
            return new Noting(name);
        }

        @Override
        public SwitchListener switchListener() {
            STEPS.add(name + " asked");
            return off -> STEPS.add(name + " off");
        }

        @Override
        public @Nullable SideChoice sideChoice(PlannedStatement statement, StatementValues values) {
            return sides ? (parameters, hints) -> Side.PRODUCTION : null;
        }
    }

    /** Refuses what a test lets it refuse. */
    private record Noting(String name) implements DataSourceGuard {
        @Override
        public Admission enter() {
            if (name.equals(refusing)) {
                throw new ShardingException(ErrorCode.CLOSED, name);
            }
            STEPS.add(name + " enter");
            return new Admission() {
                @Override
                public void answered(long nanos) {
                    STEPS.add(name + " answered");
                }

                @Override
                public void failed() {
                    STEPS.add(name + " failed");
                }

                @Override
                public void leave() {
                    STEPS.add(name + " leave");
                }

                @Override
                public void withdraw() {
                    STEPS.add(name + " withdraw");
                }
            };
        }

        @Override
        public OutcomeListener unadmitted() {
            return enter();
        }
    }

    /** A kind of rule. */
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
            return new Sided("Left", configuration.sides(), configuration.reader(), configuration.home());
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
            return new Sided("Right", configuration.sides(), configuration.reader(), configuration.home());
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

    private static final List<String> STEPS = new ArrayList<>();
    private static String refusing = "";

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private @Nullable URLClassLoader known;

    @BeforeEach
    void forgetSteps() {
        STEPS.clear();
        refusing = "";
    }

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
        return compiled(new LeftConfiguration(left, null, -1), new RightConfiguration(right, null, -1));
    }

    private static Rules compiled(RuleConfiguration left, RuleConfiguration right) {
        return RuleCompiler.compile(List.of("ds", "other"), List.of(left, right), NO_KEYS);
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

    @Test
    void aStatementEntersTheGuardsOfBothAndWithdrawsFromTheFirstWhereTheSecondRefuses() {
        DataSourceGuard guard = Objects.requireNonNull(compiled(false, false).dataSourceGuard("ds"));
        STEPS.clear();
        DataSourceGuard.Admission admission = guard.enter();
        admission.answered(1);
        admission.leave();
        assertThat(STEPS)
                .containsExactly(
                        "Left enter", "Right enter", "Left answered", "Right answered", "Right leave", "Left leave");
        STEPS.clear();
        refusing = "Right";
        assertThatThrownBy(guard::enter).hasMessageContaining("Right");
        assertThat(STEPS).containsExactly("Left enter", "Left withdraw");
    }

    @Test
    void listenersAreAskedForOnce() {
        Rules rules = compiled(false, false);
        rules.switchedOff(Set.of("ds"));
        rules.switchedOff(Set.of());
        assertThat(STEPS)
                .containsExactly("Left asked", "Right asked", "Left off", "Right off", "Left off", "Right off");
    }

    @Test
    void twoNamesOfReadersAreAMistake() {
        assertThatThrownBy(() ->
                        compiled(new LeftConfiguration(false, "who", -1), new RightConfiguration(false, "reader", -1)))
                .hasMessageContaining(
                        "rule Right takes the reader from the client info reader, and rule Left at rules[0]")
                .hasMessageContaining("give both the same readerClientInfo");
        assertThat(compiled(new LeftConfiguration(false, null, -1), new RightConfiguration(false, "who", -1))
                        .readerClientInfo())
                .isEqualTo("who");
    }

    @Test
    void twoDefaultDataSourcesAreAMistake() {
        assertThatThrownBy(() -> defaulted(1, 0))
                .hasMessageContaining("rule Right has the default data source ds, and rule Left at rules[0] has other")
                .hasMessageContaining("(rules[1])");
        assertThat(defaulted(1, 1).defaultDataSource()).isEqualTo(1);
        assertThat(defaulted(-1, 1).defaultDataSource()).isEqualTo(1);
        assertThat(defaulted(1, -1).defaultDataSource()).isEqualTo(1);
        assertThat(defaulted(-1, -1).defaultDataSource()).isZero();
    }

    private static Rules defaulted(int left, int right) {
        return compiled(new LeftConfiguration(false, null, left), new RightConfiguration(false, null, right));
    }
}
