package org.shardingjdbc.dialect.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GtidSetTest {
    private static final String A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

    @Test
    void aSetCoversWhatItHasOfEachServer() {
        assertThat(GtidSet.covers(A + ":1-5", A + ":1-5")).isTrue();
        assertThat(GtidSet.covers(A + ":1-5:7-9", A + ":2-3:8")).isTrue();
        assertThat(GtidSet.covers(A + ":1-5:7-9", A + ":5-7")).isFalse();
        assertThat(GtidSet.covers(A + ":1-5,\n" + B + ":1-3", B + ":3," + A + ":1"))
                .isTrue();
        assertThat(GtidSet.covers(A + ":1-500", B + ":1")).isFalse();
        assertThat(GtidSet.covers(A.toUpperCase(java.util.Locale.ROOT) + ":1-5", A + ":5"))
                .isTrue();
    }

    @Test
    void tagsAreSetsOfTheirOwn() {
        assertThat(GtidSet.covers(A + ":1-5:tag:1-3", A + ":tag:2")).isTrue();
        assertThat(GtidSet.covers(A + ":1-5:tag:1-3", A + ":tag:4")).isFalse();
        assertThat(GtidSet.covers(A + ":1-5", A + ":tag:1")).isFalse();
    }

    @Test
    void whatIsNoSetIsNotCovered() {
        assertThat(GtidSet.covers(A + ":1-5", "")).isFalse();
        assertThat(GtidSet.covers(A + ":1-5", "0-1-7")).isFalse();
        assertThat(GtidSet.covers("", A + ":1")).isFalse();
        assertThat(GtidSet.covers(A + ":1-5", A + ":1-x")).isFalse();
    }
}
