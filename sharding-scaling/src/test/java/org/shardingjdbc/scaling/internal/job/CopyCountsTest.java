package org.shardingjdbc.scaling.internal.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/** How far a copy is counts as it was noted: the rows of before may be gone when it goes on. */
class CopyCountsTest {
    private static final NodeTable NODE = new NodeTable("ds_0", "t_order", "t_order");

    private final CopyCounts counts = new CopyCounts(List.of(NODE));

    @Test
    void whatWasNotNotedIsCopiedAnew() {
        counts.reached(NODE, "500", 500);
        counts.read(Map.of());
        assertThat(counts.of(NODE).key()).isNull();
        counts.reached(NODE, "500", 500);
        String noted = counts.of(NODE).text();
        counts.reached(NODE, "900", 400);
        counts.read(Map.of(CopyCounts.COPIED + NODE, noted));
        assertThat(counts.of(NODE).key()).isEqualTo("500");
        assertThat(counts.of(NODE).rows()).isEqualTo(500);
        counts.end(NODE);
        counts.read(Map.of());
        assertThat(counts.of(NODE).all()).isFalse();
    }
}
