package org.shardingjdbc.merge.internal.order;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;

/**
 * The shards' cursors, each on one row, as a tournament whose winner is the row that comes first; of rows that sort
 * alike, the lower shard's. A shard that has no row any more loses against all that have one.
 *
 * <p>It is a tree in an array: the shards stand at its leaves, above each pair the winner of the two, at place 1 the
 * winner of all. When a shard moves to another row, only the matches on its way up are played anew: for eight shards
 * three comparisons a row, where a heap needs up to six. The leaves are filled up with shards that never have a row.
 * Allocates nothing per row.
 */
public final class ShardTournament {
    private final ResultSet[] shards;
    private final SortKeys keys;
    /** Numbers that compare as rows do, by shard; null when there is more to compare. */
    private final long @Nullable [] ranks;

    private final int leaves;
    private final int[] winners;
    /** By shard, whether it has no row. */
    private final boolean[] over;

    public ShardTournament(ResultSet[] shards, SortKeys keys) {
        this.shards = shards;
        this.keys = keys;
        leaves = leaves(shards.length);
        ranks = keys.ranks();
        winners = new int[2 * leaves];
        over = new boolean[leaves];
        Arrays.fill(over, true);
        for (int shard = 0; shard < leaves; shard++) {
            winners[leaves + shard] = shard;
        }
    }

    /** By these keys; with one shard nothing is ever compared, so that no order need be known. */
    public static ShardTournament of(
            ResultSet[] shards, List<SortKey> keys, ResultSetMetaData metaData, Dialect dialect) throws SQLException {
        List<SortKey> compared = shards.length == 1 ? List.of() : keys;
        return new ShardTournament(shards, SortKeys.of(compared, shards.length, metaData, dialect));
    }

    /** The least power of two that has a leaf for each of so many shards. */
    static int leaves(int shards) {
        int width = 1;
        while (width < shards) {
            width *= 2;
        }
        return width;
    }

    /** Moves every shard to its first row. */
    public void start() throws SQLException {
        for (int shard = 0; shard < shards.length; shard++) {
            move(shard);
        }
        playAll();
    }

    /** Whether no shard has a row. */
    public boolean isEmpty() {
        return over[winners[1]];
    }

    /** The shard whose row comes first; there must be one. */
    public int top() {
        return winners[1];
    }

    public ResultSet row(int shard) {
        return shards[shard];
    }

    public SortKeys keys() {
        return keys;
    }

    /** Moves the top shard to its next row. */
    public void advanceTop() throws SQLException {
        int shard = winners[1];
        move(shard);
        playUpwards(shard);
    }

    /**
     * The shards whose rows sort like the top one, which is among them, in ascending order; none if it is empty.
     *
     * @param found room for all shards
     * @return how many they are
     */
    public int alike(int[] found) {
        return isEmpty() ? 0 : alike(1, found, 0);
    }

    /** Only a place whose winner is alike has others below it. */
    private int alike(int place, int[] found, int count) {
        int shard = winners[place];
        int top = winners[1];
        if (shard != top && (over[shard] || keys.compare(top, shard) != 0)) {
            return count;
        }
        if (place >= leaves) {
            found[count] = shard;
            return count + 1;
        }
        return alike(2 * place + 1, found, alike(2 * place, found, count));
    }

    /** Moves the first {@code count} of some shards to their next rows. */
    public void advance(int[] some, int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            move(some[i]);
        }
        if (2 * count > leaves / 2) {
            playAll();
            return;
        }
        for (int i = 0; i < count; i++) {
            playUpwards(some[i]);
        }
    }

    private void move(int shard) throws SQLException {
        ResultSet cursor = shards[shard];
        if (cursor.next()) {
            keys.load(shard, cursor);
            over[shard] = false;
        } else {
            keys.end(shard);
            over[shard] = true;
        }
    }

    private void playAll() {
        for (int place = leaves - 1; place > 0; place--) {
            winners[place] = winner(winners[2 * place], winners[2 * place + 1]);
        }
    }

    private void playUpwards(int shard) {
        int winner = shard;
        for (int place = leaves + shard; place > 1; place >>= 1) {
            winner = winner(winner, winners[place ^ 1]);
            winners[place >> 1] = winner;
        }
    }

    private int winner(int one, int other) {
        if (ranks != null) {
            long left = ranks[one];
            long right = ranks[other];
            if (left != right) {
                return left < right ? one : other;
            }
        }
        return winnerByAll(one, other);
    }

    private int winnerByAll(int one, int other) {
        if (over[one] || over[other]) {
            return over[one] == over[other] ? Math.min(one, other) : over[one] ? other : one;
        }
        int comparison = keys.compare(one, other);
        return comparison == 0 ? Math.min(one, other) : comparison < 0 ? one : other;
    }
}
