package org.shardingjdbc.feature.encrypt.backfill;

/**
 * How far a backfill is with one data node.
 *
 * @param dataNode as {@code ds_0.t_user_1}
 * @param rows how many rows of it have been looked at
 * @param total how many it had at the beginning; others come and go meanwhile
 * @param written how many of the rows were written
 */
public record BackfillProgress(String dataNode, long rows, long total, long written) {}
