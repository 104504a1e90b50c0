package org.shardingjdbc.engine.internal.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolTest {
    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 8191, 8192, 8193, Spool.MEMORY_LIMIT, Spool.MEMORY_LIMIT + 1, 3 * Spool.MEMORY_LIMIT + 7})
    void bytesCanBeReadAnyNumberOfTimes(int count) throws IOException {
        byte[] bytes = bytes(count);
        try (Spool spool = Spool.ofBytes(new ByteArrayInputStream(bytes), -1)) {
            assertThat(spool.size()).isEqualTo(count);
            InputStream first = spool.openStream();
            assertThat(first instanceof ByteArrayInputStream).isEqualTo(count <= Spool.MEMORY_LIMIT);
            InputStream second = spool.openStream();
            assertThat(second.read()).isEqualTo(count == 0 ? -1 : bytes[0] & 0xff);
            assertThat(first.readAllBytes()).isEqualTo(bytes);
            assertThat(spool.openStream().readAllBytes()).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 8193, Spool.MEMORY_LIMIT / 2 + 1, Spool.MEMORY_LIMIT})
    void charactersCanBeReadAnyNumberOfTimes(int count) throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(count);
        while (text.length() < count) {
            text.append((char) random.nextInt(0x10000));
        }
        try (Spool spool = Spool.ofChars(new StringReader(text.toString()), -1)) {
            for (int i = 0; i < 2; i++) {
                StringWriter copy = new StringWriter();
                try (Reader reader = spool.openReader()) {
                    reader.transferTo(copy);
                }
                assertThat(copy.toString()).isEqualTo(text.toString());
            }
        }
    }

    @Test
    void readsNoFurtherThanTheLengthThatWasGiven() throws IOException {
        ByteArrayInputStream source = new ByteArrayInputStream(bytes(100));
        try (Spool spool = Spool.ofBytes(source, 40)) {
            assertThat(spool.size()).isEqualTo(40);
            assertThat(source.available()).isEqualTo(60);
        }
    }

    @Test
    void sourceThatBreaksLeavesNothingBehind() {
        InputStream breaking = new InputStream() {
            private int left = 2 * Spool.MEMORY_LIMIT;

            @Override
            public int read() throws IOException {
                if (left-- == 0) {
                    throw new IOException("broken");
                }
                return 7;
            }
        };

        assertThatThrownBy(() -> Spool.ofBytes(breaking, -1)).isInstanceOf(IOException.class);
    }
}
