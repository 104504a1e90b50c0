package org.shardingjdbc.scaling.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a job keeps of a log is read as it was written, also by a former version. */
class BinlogBookmarkTest {
    private static final BinlogPosition BEGIN = new BinlogPosition("binlog.000003", 157);
    private static final BinlogPosition LATER = new BinlogPosition("binlog.000004", 4);
    private static final Map<String, String> NAMES = Map.of("t_order_0", "t_order_0_left");

    @Test
    void itIsReadAsItWasWritten() {
        for (BinlogBookmark each : new BinlogBookmark[] {
            new BinlogBookmark("server", BEGIN, LATER, null, NAMES),
            new BinlogBookmark("server", BEGIN, null, LATER, NAMES)
        }) {
            assertThat(BinlogBookmark.of(each.text())).isEqualTo(each);
        }
        assertThat(BinlogBookmark.of("")).isNull();
    }

    @Test
    void placesMayBeMissing() {
        assertThat(BinlogBookmark.of("server\nbinlog.000003\n157\nt_order_0\nt_order_0_left"))
                .isEqualTo(new BinlogBookmark("server", BEGIN, null, null, NAMES));
        assertThat(BinlogBookmark.of("server\nbinlog.000003\n157\n\n4 binlog.000004"))
                .isEqualTo(new BinlogBookmark("server", BEGIN, LATER, null, Map.of()));
    }
}
