package org.shardingjdbc.transaction;

import org.shardingjdbc.dialect.twophase.BranchId;

/**
 * A branch that its database has prepared and that waits for its coordinator.
 *
 * @param dataSourceName where it waits, and holds its locks
 * @param branch its name
 */
public record BranchInDoubt(String dataSourceName, BranchId branch) {}
