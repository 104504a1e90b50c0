package io.shardingjdbc.merge;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * The shards' cursors, each on one row, as a tournament whose winner is the row that comes first; of rows that sort
 * alike, the lower shard's. A shard without a row takes no part.
 *
 * <p>It is a tree in an array: the shards stand at its leaves, above each pair the winner of the two, at place 1 the
 * winner of all. When a shard moves to another row, only the matches on its way up are played anew: for eight shards
 * three comparisons a row, where a heap needs up to six. Allocates nothing per row.
 */
final class ShardTournament {
    private static final int NOBODY = -1;

    private final ResultSet[] shards;
    private final SortKeys keys;
    private final int leaves;
    private final int[] winners;

    ShardTournament(ResultSet[] shards, SortKeys keys) {
        this.shards = shards;
        this.keys = keys;
        int width = 1;
        while (width < shards.length) {
            width *= 2;
        }
        leaves = width;
        winners = new int[2 * width];
        Arrays.fill(winners, NOBODY);
    }

    /** Moves every shard to its first row. */
    void start() throws SQLException {
        for (int shard = 0; shard < shards.length; shard++) {
            winners[leaves + shard] = move(shard) ? shard : NOBODY;
        }
        for (int place = leaves - 1; place > 0; place--) {
            play(place);
        }
    }

    /** Whether no shard has a row. */
    boolean isEmpty() {
        return winners[1] == NOBODY;
    }

    /** The shard whose row comes first; there must be one. */
    int top() {
        return winners[1];
    }

    ResultSet row(int shard) {
        return shards[shard];
    }

    SortKeys keys() {
        return keys;
    }

    /** Moves the top shard to its next row. */
    void advanceTop() throws SQLException {
        advance(winners[1]);
    }

    /** Takes the top shard out, its cursor as it stands. */
    int pop() {
        int shard = winners[1];
        winners[leaves + shard] = NOBODY;
        playUpwards(shard);
        return shard;
    }

    /** Moves a shard to its next row, with which it takes part, if there is one. */
    void advance(int shard) throws SQLException {
        winners[leaves + shard] = move(shard) ? shard : NOBODY;
        playUpwards(shard);
    }

    private boolean move(int shard) throws SQLException {
        ResultSet cursor = shards[shard];
        if (!cursor.next()) {
            return false;
        }
        keys.load(shard, cursor);
        return true;
    }

    private void playUpwards(int shard) {
        for (int place = (leaves + shard) / 2; place > 0; place /= 2) {
            play(place);
        }
    }

    /** The left one is always the lower shard. */
    private void play(int place) {
        int left = winners[2 * place];
        int right = winners[2 * place + 1];
        boolean rightWins = left == NOBODY || right != NOBODY && keys.compare(left, right) > 0;
        winners[place] = rightWins ? right : left;
    }
}
