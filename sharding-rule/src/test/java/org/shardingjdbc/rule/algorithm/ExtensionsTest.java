package org.shardingjdbc.rule.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.internal.RuleProviders;
import org.shardingjdbc.rule.internal.broadcast.BroadcastRuleProvider;
import org.shardingjdbc.rule.internal.key.KeyGenerators;

class ExtensionsTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private final Path directory;

    ExtensionsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** A key generator that nothing on the class path lists. */
    public static final class UnlistedKeys implements KeyGeneratorFactory {
        @Override
        public String type() {
            return "UNLISTED";
        }

        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds) {
            return () -> 1L;
        }
    }

    @AfterEach
    void reset() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private URL listing(Class<?> service, String... classNames) throws IOException {
        Path file = directory.resolve("META-INF/services/" + service.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(classNames));
        return directory.toUri().toURL();
    }

    private static URL place(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void threadsThatDoNotSeeTheApplicationFindWhatTheLibrarySees() throws ClassNotFoundException {
        for (ClassLoader other : new ClassLoader[] {ClassLoader.getPlatformClassLoader(), null}) {
            Thread.currentThread().setContextClassLoader(other);
            assertThat(Extensions.services(RuleProvider.class)).hasAtLeastOneElementOfType(BroadcastRuleProvider.class);
            assertThat(Extensions.named(UnlistedKeys.class.getName())).isSameAs(UnlistedKeys.class);
            assertThat(Extensions.loader(RuleProvider.class)).isSameAs(Extensions.class.getClassLoader());
        }
    }

    @Test
    void whatOnlyTheThreadSeesIsFoundBesidesAndNothingTwice() throws IOException {
        URL listed = listing(KeyGeneratorFactory.class, UnlistedKeys.class.getName(), UnlistedKeys.class.getName());
        try (URLClassLoader loader = new URLClassLoader(new URL[] {listed}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(KeyGenerators.load(() -> 0).types()).contains("UNLISTED", "SNOWFLAKE");
            assertThat(Extensions.services(RuleProvider.class))
                    .extracting(Object::getClass)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void anotherCopyOfTheLibraryIsLeftAlone() throws IOException {
        URL[] copy = {place(Extensions.class), place(ShardingException.class)};
        try (URLClassLoader loader = new URLClassLoader(copy, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(RuleProviders.load()).isNotNull();
            assertThat(Extensions.services(RuleProvider.class)).hasAtLeastOneElementOfType(BroadcastRuleProvider.class);
        }
    }

    @Test
    void anEntryThatCannotBeUsedIsNamed() throws IOException {
        URL listed = listing(KeyGeneratorFactory.class, "com.example.Nowhere");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {listed}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThatThrownBy(() -> KeyGenerators.load(() -> 0))
                    .isInstanceOf(ShardingException.class)
                    .hasMessageContaining("SHD-3001")
                    .hasMessageContaining("META-INF/services/" + KeyGeneratorFactory.class.getName())
                    .hasMessageContaining("com.example.Nowhere");
        }
    }
}
