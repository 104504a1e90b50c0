package org.shardingjdbc.cli.internal.prompt;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.shardingjdbc.cli.internal.text.StatementText;
import org.shardingjdbc.dialect.internal.Dialect;

/** Says when what was typed is whole, and which word is to be completed. Stateless but for its dialect. */
final class PromptParser implements Parser {
    private final Dialect dialect;

    PromptParser(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !isWhole(line)) {
            throw new EOFError(-1, -1, "the statement goes on", StatementText.awaited(line, dialect));
        }
        int from = cursor;
        boolean command = PromptCommands.isCommand(line);
        while (from > 0 && (command ? line.charAt(from - 1) != ' ' : isNamePart(line.charAt(from - 1)))) {
            from--;
        }
        return new Word(line, cursor, from);
    }

    private boolean isWhole(String line) {
        return PromptCommands.isCommand(line) || StatementText.isEmpty(line, dialect) || endsInStatement(line);
    }

    private boolean endsInStatement(String line) {
        String rest = line;
        StatementText next = StatementText.first(rest, dialect);
        boolean any = next != null;
        while (next != null) {
            rest = rest.substring(next.stop());
            next = StatementText.first(rest, dialect);
        }
        return any && StatementText.isEmpty(rest, dialect);
    }

    static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    /** Names of SQL are no words of a shell: nothing is quoted or escaped. */
    private record Word(String line, int cursor, int from) implements CompletingParsedLine {
        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return cursor - from;
        }

        @Override
        public int rawWordLength() {
            return cursor - from;
        }

        @Override
        public String word() {
            return line.substring(from, cursor);
        }

        @Override
        public int wordCursor() {
            return cursor - from;
        }

        @Override
        public int wordIndex() {
            return 0;
        }

        @Override
        public List<String> words() {
            return List.of(word());
        }
    }
}
