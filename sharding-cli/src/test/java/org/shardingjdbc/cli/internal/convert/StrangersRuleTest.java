package org.shardingjdbc.cli.internal.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.convert.ConversionVerdict;
import org.shardingjdbc.rule.convert.ConvertedKey;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;

/** A rule of which the converter knows nothing converts what a plugin of ShardingSphere was configured by. */
class StrangersRuleTest {
    /** The column that tells whose a row is. */
    public record Tenants(String column) implements RuleConfiguration {}

    /** {@code !TENANTS}, which was {@code !TENANT_ISOLATION} there. */
    public static final class TenantsProvider implements RuleProvider<Tenants> {
        @Override
        public String tag() {
            return "TENANTS";
        }

        @Override
        public Class<Tenants> configurationType() {
            return Tenants.class;
        }

        @Override
        public RuleOrder order() {
            return RuleOrder.after("MASK").andBefore("ENCRYPT");
        }

        @Override
        public Tenants read(ConfigurationMap map) {
            return new Tenants(map.requiredText("column"));
        }

        @Override
        public Rule compile(Tenants configuration, RuleSetup setup) {
            return () -> "Tenants";
        }

        @Override
        public RuleConversion conversion() {
            return new RuleConversion(Set.of("!TENANT_ISOLATION"), (name, rule, draft) -> {
                ConvertedMap tenants = draft.rule("TENANTS");
                draft.verdicts().changed(rule, "is written as !TENANTS");
                ForeignKeys keys = new ForeignKeys(rule, draft.verdicts());
                keys.copyAs("tenantColumnName", "column", tenants);
                keys.drop("cacheSize", "plans are kept anyway");
                keys.end();
            });
        }
    }

    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:tenants
            rules:
            - !TENANT_ISOLATION
              tenantColumnName: tenant
              cacheSize: 10
              unheard: 1
            """;

    @Test
    void itIsConvertedAndEachKeyHasItsVerdict(@TempDir Path services) throws Exception {
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.writeString(entry, TenantsProvider.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        Conversion conversion;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {services.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            conversion = Converter.convert(YAML, "x.yaml");
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(conversion.mistakes()).isEmpty();
        assertThat(conversion.result()).contains("- !TENANTS\n  column: tenant\n");
        assertThat(conversion.keys())
                .filteredOn(key -> key.path().startsWith("rules[0]."))
                .extracting(ConvertedKey::verdict)
                .containsExactly(ConversionVerdict.CHANGED, ConversionVerdict.DROPPED, ConversionVerdict.NOT_YET);
        assertThat(Converter.convert(YAML, "x.yaml").isComplete())
                .as("without the rule on the class path")
                .isFalse();
    }
}
