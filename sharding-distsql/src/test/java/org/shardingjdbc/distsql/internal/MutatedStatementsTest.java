package org.shardingjdbc.distsql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.distsql.internal.words.FirstWords;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Statements of the cases with mistakes: they are done, or refused by an error of ours. */
class MutatedStatementsTest {
    private static final int CHARACTERS = 20_000;
    private static final int WORDS = 40_000;
    /** One of so many is executed over a connection. */
    private static final int EXECUTED = 17;
    /** What a text is refused with when it is read. */
    private static final Set<ErrorCode> WHEN_READ = Set.of(
            ErrorCode.DISTSQL_SYNTAX,
            ErrorCode.DISTSQL_WRONG,
            ErrorCode.DISTSQL_UNSUPPORTED,
            ErrorCode.CONFIGURATION_INVALID);

    private final DistSqlLanguage language = new DistSqlLanguage();
    private final Mutations mutations = new Mutations(new Random(14), pool());

    private static List<String> pool() {
        Set<String> pool = new TreeSet<>();
        Cases.statements().forEach(each -> pool.addAll(Mutations.words(each)));
        return List.copyOf(pool);
    }

    private static ShardingConfiguration first() {
        return ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:distsql_mutated_0", "username", "sa"))
                .dataSource("ds_1", Map.of("jdbcUrl", "jdbc:h2:mem:distsql_mutated_1", "username", "sa"))
                .prop(PropKey.DISTSQL_ALLOWED, "all")
                .build();
    }

    /** Null where it is not of this language, or refused, with a place where the text itself is wrong. */
    private Command read(String text) {
        try {
            return language.read(text);
        } catch (ShardingException e) {
            assertThat(e.code()).as(text).isIn(WHEN_READ);
            if (e.code() == ErrorCode.DISTSQL_SYNTAX) {
                assertPlace(e.getMessage(), text);
            }
            return null;
        }
    }

    /** Line and column are of the text, or right behind it. */
    private static void assertPlace(String message, String text) {
        int begin = message.indexOf("at line ") + "at line ".length();
        String[] place = message.substring(begin, message.indexOf(": ", begin)).split(":", -1);
        String[] lines = text.split("\n", -1);
        int line = Integer.parseInt(place[0]);
        assertThat(line).as(text).isBetween(1, lines.length);
        assertThat(Integer.parseInt(place[1])).as(text).isBetween(1, lines[line - 1].length() + 1);
    }

    @Test
    void mistypedCharactersAreReadOrRefusedWithTheirPlace() {
        List<String> statements = Cases.statements();
        int refused = 0;
        for (int i = 0; i < CHARACTERS; i++) {
            refused += read(mutations.ofCharacters(statements.get(i % statements.size()))) == null ? 1 : 0;
        }
        assertThat(refused).isGreaterThan(CHARACTERS / 10).isLessThan(CHARACTERS);
    }

    @Test
    void mistypedWordsAreDoneOrRefusedAndNeverForADatabase() throws SQLException {
        int count = 0;
        int done = 0;
        for (String file : Cases.files()) {
            ShardingConfiguration current = first();
            for (Cases.Case each : Cases.of(file).all()) {
                if (!FirstWords.areOurs(each.statement())) {
                    continue;
                }
                for (Mutations.Mutation mutation : mutations.ofWords(each.statement())) {
                    count++;
                    assertThat(!mutation.ours() || FirstWords.areOurs(mutation.text()))
                            .as(mutation.text())
                            .isTrue();
                    done += after(mutation.text(), current) == null ? 0 : 1;
                }
                ShardingConfiguration next = after(each.statement(), current);
                current = next == null ? current : next;
            }
        }
        assertThat(count).isGreaterThan(WORDS);
        assertThat(done).isGreaterThan(400).isLessThan(count / 2);
    }

    /** What a statement makes of a configuration; null where it is refused, or the next one has mistakes. */
    private ShardingConfiguration after(String text, ShardingConfiguration before) throws SQLException {
        Command command = read(text);
        if (command == null) {
            return null;
        }
        MemoryTarget memory = new MemoryTarget();
        memory.change(none -> before);
        try {
            command.execute(memory);
        } catch (ShardingException e) {
            return null;
        }
        try {
            memory.configuration().check();
            return memory.configuration();
        } catch (ShardingException e) {
            assertThat(e.code()).as(text).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
            return null;
        }
    }

    @Test
    void mistypedWordsOverAConnectionAreDoneOrRefusedByAnErrorOfOurs() throws SQLException {
        List<String> texts = new ArrayList<>();
        for (String statement : Cases.statements()) {
            if (FirstWords.areOurs(statement)) {
                mutations.ofWords(statement).stream()
                        .filter(Mutations.Mutation::ours)
                        .forEach(each -> texts.add(each.text()));
            }
        }
        int done = 0;
        int executed = 0;
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(first());
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < texts.size(); i += EXECUTED) {
                executed++;
                try {
                    statement.execute(texts.get(i));
                    done++;
                } catch (SQLException e) {
                    assertThat(e.getMessage()).as(texts.get(i)).startsWith("SHD-");
                    assertThat(e.getErrorCode()).as(texts.get(i)).isPositive();
                }
                if (!dataSource.configuration().equals(first())) {
                    dataSource.reconfigure(first());
                }
            }
        }
        assertThat(executed).isGreaterThan(1_000);
        assertThat(done).isPositive().isLessThan(executed);
    }
}
