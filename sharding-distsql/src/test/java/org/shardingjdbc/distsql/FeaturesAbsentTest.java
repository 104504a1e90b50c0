package org.shardingjdbc.distsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.distsql.internal.DistSqlLanguage;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandLanguage;

/** DistSQL on a class path without sharding-feature. */
class FeaturesAbsentTest {
    /** Loads DistSQL anew, and finds no class of sharding-feature. */
    private static final class WithoutFeatures extends ClassLoader {
        WithoutFeatures() {
            super(DistSqlLanguage.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.shardingjdbc.feature.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("org.shardingjdbc.distsql.internal.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream stream = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (stream == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = stream.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void statementsAboutTheirRulesNameTheArtifact() throws ReflectiveOperationException {
        CommandLanguage language =
                (CommandLanguage) Class.forName(DistSqlLanguage.class.getName(), true, new WithoutFeatures())
                        .getConstructor()
                        .newInstance();
        for (String sql : new String[] {
            "DROP ENCRYPT RULE t", "SHOW MASK RULES", "COUNT SHADOW RULE", "DROP DEFAULT SHADOW ALGORITHM"
        }) {
            assertThatThrownBy(() -> language.read(sql))
                    .isInstanceOfSatisfying(
                            ShardingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISTSQL_UNSUPPORTED))
                    .hasMessageContaining("org.shardingjdbc:sharding-feature");
        }
        assertThat(language.read("SHOW SHARDING TABLE RULES")).isNotNull();
        assertThat(language.read("DROP BROADCAST TABLE RULE t")).isNotNull();
    }
}
