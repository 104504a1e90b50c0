package org.shardingjdbc.transaction.xa.internal.atomikos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.dialect.twophase.BranchId;

/** Whose branches are whose. */
class NodeIdentityTest {
    @TempDir
    private Path logs;

    @Test
    void aLogKeepsItsIdentity() throws IOException {
        assertThat(NodeIdentity.of("orders-1", logs.resolve("a")))
                .isEqualTo(NodeIdentity.of("orders-1", logs.resolve("a")))
                .isNotEqualTo(NodeIdentity.of("orders-1", logs.resolve("b")));
    }

    @Test
    void aNodeOwnsNothingOfOneWhoseNameBeginsLikeItsOwn() {
        NodeIdentity first = new NodeIdentity("orders-1.0a0b0c0d.");
        assertThat(first.owns(branch("orders-1.0a0b0c0d.1700000000000", "orders-1.0a0b0c0d.1")))
                .isTrue();
        assertThat(first.owns(branch("orders-10.0a0b0c0d.1700000000000", "orders-10.0a0b0c0d.1")))
                .isFalse();
        assertThat(first.owns(branch("orders-1.0a0b0c0e.1700000000000", "orders-1.0a0b0c0e.1")))
                .isFalse();
        assertThat(first.owns(branch("application", "orders-1.0a0b0c0d.1"))).isFalse();
    }

    @Test
    void branchesOfThisProcessAreNotFromBefore() {
        NodeIdentity node = new NodeIdentity("n.00000000.");
        long start = 1_700_000_000_000L;
        assertThat(node.ownsFromBefore(branch("n.00000000.169999999999900001", "n.00000000.1"), start))
                .isTrue();
        assertThat(node.ownsFromBefore(branch("n.00000000.170000000000000001", "n.00000000.1"), start))
                .isFalse();
        assertThat(node.ownsFromBefore(branch("n.00000000.other", "n.00000000.1"), start))
                .isFalse();
    }

    private static BranchId branch(String transaction, String branch) {
        return new BranchId(
                1, transaction.getBytes(StandardCharsets.US_ASCII), branch.getBytes(StandardCharsets.US_ASCII));
    }
}
