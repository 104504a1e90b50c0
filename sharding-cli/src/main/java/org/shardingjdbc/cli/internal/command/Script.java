package org.shardingjdbc.cli.internal.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.Look;
import org.shardingjdbc.cli.internal.run.Screen;
import org.shardingjdbc.cli.internal.run.StatementRunner;
import org.shardingjdbc.cli.internal.text.StatementInput;
import org.shardingjdbc.cli.internal.text.StatementText;

/** Statements without a prompt, on one connection. One per run; Ctrl-C cancels the statement that runs. */
final class Script {
    private final OpenedDatabase database;
    private final Output output;
    private final Look look;
    private boolean goOn;
    private boolean asOne;
    private boolean failed;

    Script(OpenedDatabase database, Output output, Look look) {
        this.database = database;
        this.output = output;
        this.look = look;
    }

    /** Goes on behind a statement that failed. */
    Script goOn(boolean on) {
        goOn = on;
        return this;
    }

    /** Runs all in one transaction, which is rolled back where a statement fails. */
    Script asOne(boolean on) {
        asOne = on;
        return this;
    }

    /** Runs the statements of texts; returns the exit code. */
    int texts(List<String> texts) throws SQLException {
        return run(runner -> {
            for (String text : texts) {
                if (!all(runner, StatementText.all(text, database.dialect()))) {
                    return;
                }
            }
        });
    }

    /** Runs the statements of standard input as they come; returns the exit code. */
    int standardInput() throws SQLException {
        return run(runner -> {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            StatementInput input = new StatementInput(database.dialect());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (!all(runner, input.add(line + "\n"))) {
                    return;
                }
            }
            all(runner, input.rest());
        });
    }

    private interface Work {
        void run(StatementRunner runner) throws SQLException, IOException;
    }

    private int run(Work work) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            StatementRunner runner = new StatementRunner(connection, Screen.plain(output), look);
            Thread cancel = new Thread(runner::cancel, "sharding-cancel");
            Runtime.getRuntime().addShutdownHook(cancel);
            try {
                connection.setAutoCommit(!asOne);
                work.run(runner);
                if (asOne) {
                    end(connection);
                }
            } catch (IOException e) {
                throw new SQLException("Standard input cannot be read: " + e.getMessage(), e);
            } finally {
                remove(cancel);
            }
        }
        return failed ? ExitCode.FOUND : ExitCode.DONE;
    }

    private void end(Connection connection) throws SQLException {
        if (failed) {
            connection.rollback();
            output.remark("The transaction was rolled back.");
        } else {
            connection.commit();
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, which is what it waits for
            return;
        }
    }

    /** Returns whether to go on. */
    private boolean all(StatementRunner runner, List<StatementText> statements) {
        for (StatementText each : statements) {
            if (!one(runner, each)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether to go on. */
    private boolean one(StatementRunner runner, StatementText statement) {
        try {
            runner.run(statement.sql(), statement.expanded());
            return true;
        } catch (SQLException e) {
            failed = true;
            output.error(e);
            return goOn && !asOne;
        }
    }
}
