package org.shardingjdbc.distsql.internal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Reads YAML files of the machine that the application runs on. Stateless. */
final class Documents {
    private Documents() {}

    /** With placeholders from the environment. */
    static ShardingConfiguration read(TerminalNode path) {
        String file = StatementTexts.unquoted(path.getText());
        try {
            return YamlConfigurations.load(Path.of(file), PlaceholderType.ENVIRONMENT);
        } catch (InvalidPathException e) {
            throw ShardingException.causedBy(e, ErrorCode.CONFIGURATION_UNREADABLE, file, e.getMessage());
        }
    }
}
