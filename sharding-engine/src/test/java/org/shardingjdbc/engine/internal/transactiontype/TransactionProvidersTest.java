package org.shardingjdbc.engine.internal.transactiontype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.LocalTransactionProvider;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionProvider;

class TransactionProvidersTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    @TempDir
    private Path directory;

    /** Of the type LOCAL, as the library's. */
    public static final class OtherLocal implements TransactionProvider {
        @Override
        public String type() {
            return "local";
        }

        @Override
        public ShardingTransaction begin() {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Of a type with several coordinators. */
    public static class FirstXa implements TransactionProvider {
        @Override
        public String type() {
            return "XA";
        }

        @Override
        public String name() {
            return "First";
        }

        @Override
        public ShardingTransaction begin() {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Another one. */
    public static final class SecondXa extends FirstXa {
        @Override
        public String name() {
            return "Second";
        }
    }

    @AfterEach
    void reset() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private URLClassLoader listing(String classNames) throws IOException {
        Path file = directory.resolve("META-INF/services/" + TransactionProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, classNames);
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, before);
    }

    @Test
    void ofSeveralCoordinatorsOneIsNamedOrTheFirst() throws IOException {
        try (URLClassLoader loader = listing(SecondXa.class.getName() + "\n" + FirstXa.class.getName())) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThat(TransactionProviders.load("xa", null)).isExactlyInstanceOf(FirstXa.class);
            assertThat(TransactionProviders.load("xa", "second")).isExactlyInstanceOf(SecondXa.class);
            assertThat(TransactionProviders.load("LOCAL", null)).isExactlyInstanceOf(LocalTransactionProvider.class);
            assertThatThrownBy(() -> TransactionProviders.load("XA", "third"))
                    .isInstanceOf(ShardingException.class)
                    .hasMessageContaining("XA by third")
                    .hasMessageContaining("LOCAL, XA by First, XA by Second");
        }
    }

    @Test
    void twoOfOneTypeAndNameAreNamed() throws IOException {
        try (URLClassLoader loader = listing(OtherLocal.class.getName())) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThatThrownBy(() -> TransactionProviders.load("LOCAL", null))
                    .isInstanceOf(ShardingException.class)
                    .hasMessageContaining("exists twice, in ")
                    .hasMessageContaining(OtherLocal.class.getName())
                    .hasMessageContaining(LocalTransactionProvider.class.getName());
        }
    }
}
