package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The shards' cursors, each on one row, as a binary heap whose top is the row that comes first; of rows that sort
 * alike, the lower shard's. An exhausted shard leaves the heap. Allocates nothing per row.
 */
final class ShardHeap {
    private final ResultSet[] shards;
    private final SortKeys keys;
    private final int[] heap;
    private int size;

    ShardHeap(ResultSet[] shards, SortKeys keys) {
        this.shards = shards;
        this.keys = keys;
        heap = new int[shards.length];
    }

    /** Moves every shard to its first row. */
    void start() throws SQLException {
        for (int shard = 0; shard < shards.length; shard++) {
            advance(shard);
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The shard whose row comes first; the heap must not be empty. */
    int top() {
        return heap[0];
    }

    ResultSet row(int shard) {
        return shards[shard];
    }

    SortKeys keys() {
        return keys;
    }

    /** Moves the top shard to its next row. */
    void advanceTop() throws SQLException {
        int shard = heap[0];
        if (shards[shard].next()) {
            keys.load(shard, shards[shard]);
        } else {
            heap[0] = heap[--size];
        }
        sink();
    }

    /** Takes the top shard out, its cursor as it stands. */
    int pop() {
        int shard = heap[0];
        heap[0] = heap[--size];
        sink();
        return shard;
    }

    /** Moves a shard that is not in the heap to its next row and, if there is one, puts it in. */
    void advance(int shard) throws SQLException {
        if (!shards[shard].next()) {
            return;
        }
        keys.load(shard, shards[shard]);
        int place = size++;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (!precedes(shard, heap[parent])) {
                break;
            }
            heap[place] = heap[parent];
            place = parent;
        }
        heap[place] = shard;
    }

    private void sink() {
        if (size == 0) {
            return;
        }
        int shard = heap[0];
        int place = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && precedes(heap[child + 1], heap[child])) {
                child++;
            }
            if (!precedes(heap[child], shard)) {
                break;
            }
            heap[place] = heap[child];
            place = child;
            child = 2 * place + 1;
        }
        heap[place] = shard;
    }

    private boolean precedes(int left, int right) {
        int result = keys.compare(left, right);
        return result != 0 ? result < 0 : left < right;
    }
}
