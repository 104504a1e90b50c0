package org.shardingjdbc.cli.internal.prompt;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** Offers logic tables, columns of the tables that the statement names, keywords, and commands of the prompt. */
final class NameCompleter implements Completer {
    private static final Set<String> KEYWORDS = keywords();
    private static final Set<String> BEFORE_TABLES = Set.of("FROM", "JOIN", "UPDATE", "INTO", "TABLE", "DESCRIBE");

    private final Dialect dialect;
    private final CompletionNames names;

    NameCompleter(Dialect dialect, CompletionNames names) {
        this.dialect = dialect;
        this.names = names;
    }

    private static Set<String> keywords() {
        Set<String> words = new TreeSet<>(List.of("SHARDING", "ANALYZE", "BEGIN", "COMMIT", "ROLLBACK", "EXPLAIN"));
        for (int i = 0; i <= SqlGrammar.VOCABULARY.getMaxTokenType(); i++) {
            String name = SqlGrammar.VOCABULARY.getSymbolicName(i);
            if (name != null && !name.startsWith("T_") && !name.equals("EOF")) {
                words.add(name);
            }
        }
        return words;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        if (PromptCommands.isCommand(line.line())) {
            command(line, candidates);
            return;
        }
        String before = line.line().substring(0, line.cursor() - line.wordCursor());
        List<String> words = words(line.line());
        if (before.endsWith(".")) {
            String owner = lastWord(before.substring(0, before.length() - 1));
            names.columns(tableOf(owner, words)).forEach(column -> candidates.add(plain(cased(column), "columns")));
            return;
        }
        String previous = lastWord(before.stripTrailing()).toUpperCase(Locale.ROOT);
        names.tables().forEach(table -> candidates.add(plain(cased(table), "tables")));
        if (BEFORE_TABLES.contains(previous)) {
            return;
        }
        columns(words).forEach(column -> candidates.add(plain(cased(column), "columns")));
        boolean lower =
                !line.word().isEmpty() && Character.isLowerCase(line.word().charAt(0));
        if (!line.word().isEmpty()) {
            KEYWORDS.forEach(word -> candidates.add(plain(lower ? word.toLowerCase(Locale.ROOT) : word, "keywords")));
        }
    }

    private void command(ParsedLine line, List<Candidate> candidates) {
        String text = line.line().substring(0, line.cursor());
        if (text.indexOf(' ') < 0) {
            PromptCommands.names().forEach(name -> candidates.add(plain(name, "commands")));
        } else if (PromptCommands.takesFile(text)) {
            files(line.word(), candidates);
        } else {
            names.tables().forEach(table -> candidates.add(plain(cased(table), "tables")));
        }
    }

    private static void files(String word, List<Candidate> candidates) {
        Path typed = Path.of(word.isEmpty() ? "." : word);
        Path folder = word.endsWith("/") || word.isEmpty() ? typed : typed.getParent();
        String[] found = (folder == null ? Path.of(".") : folder).toFile().list();
        if (found == null) {
            return;
        }
        String start = word.substring(0, word.lastIndexOf('/') + 1);
        for (String name : found) {
            boolean isFolder = (folder == null ? Path.of(name) : folder.resolve(name))
                    .toFile()
                    .isDirectory();
            candidates.add(
                    new Candidate(start + name + (isFolder ? "/" : ""), name, "files", null, null, null, !isFolder));
        }
    }

    private static Candidate plain(String value, String group) {
        // behind a column a comma is as likely as a blank
        return new Candidate(value, value, group, null, null, null, !group.equals("columns"));
    }

    /** A name all in capitals is one that the database stores so and that is written so by nobody. */
    private String cased(String name) {
        return name.equals(name.toUpperCase(Locale.ROOT)) ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** The words and symbols of a statement, as far as it can be read. */
    private List<String> words(String line) {
        List<String> words = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(line, dialect, null, null);
        try {
            while (lexer.next()) {
                words.add(line.substring(lexer.start(), lexer.stop()));
            }
        } catch (ShardingException e) {
            // what stands before the open text is enough
            return words;
        }
        return words;
    }

    private Set<String> columns(List<String> words) {
        Set<String> columns = new LinkedHashSet<>();
        aliases(words).values().forEach(table -> columns.addAll(names.columns(table)));
        if (columns.isEmpty()) {
            names.tables().forEach(table -> columns.addAll(names.columns(table)));
        }
        return columns;
    }

    private String tableOf(String owner, List<String> words) {
        return aliases(words).getOrDefault(owner.toLowerCase(Locale.ROOT), owner);
    }

    /** Tables that are named, by what they are called in the statement, in lower case. */
    private Map<String, String> aliases(List<String> words) {
        Map<String, String> aliases = new LinkedHashMap<>();
        List<String> tables = names.tables();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (tables.stream().noneMatch(word::equalsIgnoreCase)) {
                continue;
            }
            aliases.put(word.toLowerCase(Locale.ROOT), word);
            int next = i + 1 < words.size() && words.get(i + 1).equalsIgnoreCase("AS") ? i + 2 : i + 1;
            if (next < words.size() && isAlias(words.get(next))) {
                aliases.put(words.get(next).toLowerCase(Locale.ROOT), word);
            }
        }
        return aliases;
    }

    private static boolean isAlias(String word) {
        return Character.isLetter(word.charAt(0)) && !KEYWORDS.contains(word.toUpperCase(Locale.ROOT));
    }

    private static String lastWord(String text) {
        int from = text.length();
        while (from > 0 && PromptParser.isNamePart(text.charAt(from - 1))) {
            from--;
        }
        return text.substring(from);
    }
}
