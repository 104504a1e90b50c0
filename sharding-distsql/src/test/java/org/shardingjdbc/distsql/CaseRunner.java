package org.shardingjdbc.distsql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.ScriptRunner;

/** Executes case files on databases of a kind; the line {@code !config} asks for the whole configuration. */
record CaseRunner(ShardingDataSource dataSource, DatabaseKind kind, CaseDatabases databases)
        implements ScriptRunner.Run {
    /** Of a warning: H2 tells the names of tables in capitals. */
    private static final Pattern PLACE = Pattern.compile("(?m)^warning ds_[^:]*:");

    @Override
    public boolean isOn(String name) {
        return name.equals(kind.title());
    }

    @Override
    public String answer(String line) {
        return line.equals("!config") ? YamlConfigurations.write(dataSource.configuration(), Secrets.WRITTEN) : null;
    }

    @Override
    public String asked(String line) {
        return databases.translated(line);
    }

    @Override
    public String told(String answer) {
        return PLACE.matcher(databases.untranslated(answer))
                .replaceAll(place -> place.group().toLowerCase(Locale.ROOT));
    }

    /** The file with the answers. */
    String run(String cases) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return new ScriptRunner(connection, this).run(cases);
        }
    }
}
