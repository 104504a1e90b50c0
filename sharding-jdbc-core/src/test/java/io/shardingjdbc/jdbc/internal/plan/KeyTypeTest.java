package io.shardingjdbc.jdbc.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardingjdbc.merge.ValueOrder;
import io.shardingjdbc.parser.Dialect;
import org.junit.jupiter.api.Test;

class KeyTypeTest {
    /** In latin1 the euro sign is 0x80 and sorts before letters whose code points are smaller than its own. */
    @Test
    void binaryCollationsAreCodePointsOnlyInUnicode() {
        assertThat(KeyType.collated("utf8mb4_bin", 9, Dialect.MYSQL).order()).isEqualTo(ValueOrder.CODE_POINTS_PADDED);
        assertThat(KeyType.collated("latin1_bin", 9, Dialect.MYSQL))
                .isEqualTo(new KeyType(ValueOrder.BYTES, ValueOrder.BYTES, true, 9, null));
    }
}
