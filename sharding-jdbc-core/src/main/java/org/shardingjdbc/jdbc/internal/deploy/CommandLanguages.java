package org.shardingjdbc.jdbc.internal.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandLanguage;
import org.shardingjdbc.jdbc.internal.command.PlannedCommand;
import org.shardingjdbc.plan.internal.operator.CommandPlan;

/** Finds the languages of statements about the configuration. Stateless. */
final class CommandLanguages {
    private CommandLanguages() {}

    /** One that tries each; the one that knows nothing where there are none. */
    static CommandPlan.Language load() {
        List<CommandLanguage> found = new ArrayList<>();
        ServiceLoader.load(CommandLanguage.class, CommandLanguages.class.getClassLoader())
                .forEach(found::add);
        found.addAll(RuleCommand.languages());
        List<CommandLanguage> languages = List.copyOf(found);
        return languages.isEmpty()
                ? CommandPlan.Language.NONE
                : sql -> {
                    for (CommandLanguage language : languages) {
                        Command command = language.read(sql);
                        if (command != null) {
                            return new PlannedCommand(command);
                        }
                    }
                    return null;
                };
    }
}
