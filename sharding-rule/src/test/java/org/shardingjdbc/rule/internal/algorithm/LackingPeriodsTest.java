package org.shardingjdbc.rule.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;

/** AUTO_INTERVAL of which only some periods have a target. */
class LackingPeriodsTest {
    private static final AlgorithmProperties DAYS = properties(Map.of());

    private static AlgorithmProperties properties(Map<String, String> more) {
        Map<String, String> properties = new TreeMap<>(Map.of(
                "datetime-lower", "2026-01-01 00:00:00",
                "datetime-upper", "2026-02-01 00:00:00",
                "sharding-seconds", "86400",
                "allow-missing-targets", "true"));
        properties.putAll(more);
        return new AlgorithmProperties(properties);
    }

    private static StandardChoice choice(String... targets) {
        return new AutoIntervalDefinition(DAYS)
                .place(new Targets("days", "t_log", List.of("created"), List.of(targets)));
    }

    @Test
    void valuesGoToTheTargetWithTheirNumberOrAreRefused() {
        StandardChoice choice = choice("t_log_7", "t_log_8", "t_log_10");
        assertThat(choice.target("2026-01-07 12:00:00")).isZero();
        assertThat(choice.target("2026-01-08 12:00:00")).isEqualTo(1);
        assertThat(choice.target("2026-01-10 12:00:00")).isEqualTo(2);
        assertThatThrownBy(() -> choice.target("2026-01-09 12:00:00"))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("no target");
        assertThatThrownBy(() -> choice.target("2027-01-09 12:00:00")).hasMessageContaining("no target");
    }

    @Test
    void rangesReadTheTargetsThatThereAre() {
        StandardChoice choice = choice("t_log_7", "t_log_8", "t_log_10");
        assertThat(range(choice, "2026-01-08 12:00:00", "2026-01-30 00:00:00")).hasToString("{1, 2}");
        assertThat(range(choice, "2026-01-01 12:00:00", "2026-01-05 00:00:00")).hasToString("{}");
        assertThat(range(choice, "2020-01-01 12:00:00", "2030-01-05 00:00:00")).hasToString("{0, 1, 2}");
    }

    private static BitSet range(StandardChoice choice, String lower, String upper) {
        BitSet chosen = new BitSet();
        choice.range(new RangeShardingValue<>("t_log", "created", lower, true, upper, true), chosen);
        return chosen;
    }

    @Test
    void aTargetThatNoPeriodHasIsRefused() {
        assertThatThrownBy(() -> choice("t_log_7", "t_log_x")).hasMessageContaining("target t_log_x is not called");
        assertThatThrownBy(() -> choice("t_log_7", "t_old_8")).hasMessageContaining("target t_old_8 is not called");
        assertThatThrownBy(() -> choice("t_log_7", "t_log_33")).hasMessageContaining("of which there are 33");
        assertThatThrownBy(() -> choice("t_log_7", "t_log_07")).hasMessageContaining("period 7 has two targets");
        assertThat(choice("t_log_32", "t_log_07").target("2026-01-07 12:00:00")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "2025-12-31T00:00:00", "2026-01-01T00:00:00", "2026-01-01T00:07:12", "2026-01-01T00:07:13",
        "2026-01-02T00:00:00", "2026-01-02T00:07:12", "2026-01-02T00:07:13", "2026-01-31T23:59:59",
        "2026-02-01T00:00:00", "2026-02-01T00:07:13", "2026-03-01T00:00:00"
    })
    void aTimeIsBetweenTheBoundsOfItsPeriod(LocalDateTime time) {
        NumberedPeriods periods = new NumberedPeriods(DAYS);
        int period = periods.of(time);
        assertThat(time).isAfterOrEqualTo(periods.start(period)).isBefore(periods.end(period));
        assertThat(periods.begun(time)).isBetween(period, period + 1);
    }
}
