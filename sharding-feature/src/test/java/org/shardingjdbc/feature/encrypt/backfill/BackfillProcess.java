package org.shardingjdbc.feature.encrypt.backfill;

import java.nio.file.Files;
import java.nio.file.Path;
import org.shardingjdbc.jdbc.ShardingDataSource;

/**
 * Backfills in a process of its own, which a test kills. Its arguments are files with YAML: what the one wants is not
 * as the other wants it, so that there is always something to do.
 */
public final class BackfillProcess {
    private BackfillProcess() {}

    /** Says when it begins, and never ends. */
    public static void main(String[] files) throws Exception {
        String first = Files.readString(Path.of(files[0]));
        String second = Files.readString(Path.of(files[1]));
        try (ShardingDataSource dataSource = BackfillRules.open(first)) {
            System.out.println("begins");
            for (String yaml = first; ; yaml = yaml.equals(first) ? second : first) {
                EncryptionBackfill backfill = new EncryptionBackfill(
                        BackfillRules.encryption(yaml), "t", new BackfillOptions(100, 0, progress -> {}));
                backfill.run(dataSource.dataSources(), dataSource.dataNodes("t"));
            }
        }
    }
}
