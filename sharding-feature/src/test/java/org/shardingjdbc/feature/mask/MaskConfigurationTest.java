package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** All mistakes of a {@code !MASK} are told at once, each with its place. */
class MaskConfigurationTest {
    private static final String YAML = """
            dataSources:
              ds_0:
                url: jdbc:h2:mem:mask_configuration
            rules:
            - !MASK
              tables:
                t_user:
                  columns:
                    a: {maskAlgorithm: ends}
                    b: {maskAlgorithm: nothing}
                    A: {maskAlgorithm: kept, strict: perhaps}
                    c: {strict: true}
                    d: {maskAlgorithm: kept, exemptReader: x}
                T_USER:
                  columns: {}
              maskAlgorithms:
                kept: {type: MD5}
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 2, last-m: many, replace-char: '*'}}
                typo: {type: MD55}
                more: {type: MD5, props: {sallt: x}}
            """;

    @Test
    void everyMistakeIsToldWithItsPlace() {
        ByteArrayInputStream yaml = new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(yaml))
                .hasMessageContaining("9 mistakes")
                .hasMessageContaining("10:28: unknown mask algorithm 'nothing'")
                .hasMessageContaining("11:42: 'strict' must be true or false")
                .hasMessageContaining("column 'A' is there twice")
                .hasMessageContaining("12:9: key 'maskAlgorithm' is missing")
                .hasMessageContaining("unknown key 'exemptReader' under rules[0].tables.t_user.columns.d;"
                        + " did you mean 'exemptReaders'?")
                .hasMessageContaining("table 'T_USER' is there twice")
                .hasMessageContaining("property 'last-m' must be a whole number, not 'many'"
                        + " (rules[0].maskAlgorithms.ends.props.last-m)")
                .hasMessageContaining("unknown mask algorithm type 'MD55'")
                .hasMessageContaining(
                        "unknown key 'sallt' under rules[0].maskAlgorithms.more.props;" + " did you mean 'salt'?");
    }
}
