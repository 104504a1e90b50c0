package org.shardingjdbc.transaction.xa.internal.narayana;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's log directory: its own, with a name that stays. */
class LogDirectoryTest {
    @TempDir
    private Path logs;

    @Test
    void isOfOneNode() throws SQLException {
        String path = logs.resolve("a/b").toString();
        LogDirectory first = LogDirectory.open(path, "one");
        assertThatThrownBy(() -> LogDirectory.open(path, "two"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-6021")
                .hasMessageContaining(path)
                .hasMessageContaining("another process uses it");
        first.unlock();
        LogDirectory second = LogDirectory.open(path, "two");
        assertThat(second.nodeName()).isEqualTo("two");
        second.unlock();
    }

    @Test
    void keepsTheNameThatWasMade() throws SQLException {
        LogDirectory first = LogDirectory.open(logs.toString(), null);
        first.unlock();
        LogDirectory again = LogDirectory.open(logs.toString(), null);
        again.unlock();
        LogDirectory other = LogDirectory.open(logs.resolve("other").toString(), null);
        other.unlock();
        assertThat(first.nodeName()).hasSize(28);
        assertThat(again.nodeName()).isEqualTo(first.nodeName());
        assertThat(other.nodeName()).isNotEqualTo(first.nodeName());
    }

    @Test
    void refusesNamesThatNarayanaCannotWrite() {
        assertThatThrownBy(() -> LogDirectory.open(logs.toString(), "a".repeat(29)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("transaction.props.node-name")
                .hasMessageContaining("28 bytes");
        assertThatThrownBy(() -> LogDirectory.open(logs.toString(), "")).isInstanceOf(SQLException.class);
    }

    @Test
    void saysWhatCannotBeWritten() throws Exception {
        Path file = Files.writeString(logs.resolve("file"), "");
        assertThatThrownBy(() -> LogDirectory.open(file.resolve("log").toString(), "one"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(file.toString());
    }
}
