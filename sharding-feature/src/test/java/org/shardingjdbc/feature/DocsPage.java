package org.shardingjdbc.feature;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * A page of the documentation, whose examples tests execute.
 *
 * @param text all of it, in Markdown
 */
public record DocsPage(String text) {
    /** The page of that file. */
    public static DocsPage of(String file) throws IOException {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.exists(folder.resolve("docs"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IOException("there is no folder docs above");
        }
        return new DocsPage(Files.readString(folder.resolve("docs").resolve(file)));
    }

    /** Its first block of code in a language. */
    public String block(String language) {
        return blockBehind("", language);
    }

    /** The first block behind some text. */
    public String blockBehind(String before, String language) {
        String start = "```" + language + "\n";
        int from = text.indexOf(start, text.indexOf(before)) + start.length();
        return text.substring(from, text.indexOf("```", from));
    }

    /** The lines of its first block of SQL, a statement each. */
    public List<String> statements() {
        return block("sql").lines().toList();
    }

    /** What its first configuration makes. */
    public ShardingDataSource open() throws SQLException {
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(block("yaml").getBytes(StandardCharsets.UTF_8)));
    }
}
