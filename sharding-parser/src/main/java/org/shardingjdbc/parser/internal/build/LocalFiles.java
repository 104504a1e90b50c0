package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.OtherStatement.Edges;
import org.shardingjdbc.parser.internal.ast.OtherStatement.LocalFile;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/** What a LOAD DATA LOCAL says of its file. */
final class LocalFiles {
    private final Leaves leaves;

    LocalFiles(Leaves leaves) {
        this.leaves = leaves;
    }

    LocalFile file(SqlGrammar.LoadLocalContext context) {
        List<String> columns = new ArrayList<>();
        boolean variables = false;
        for (SqlGrammar.LoadTargetContext target : context.loadTarget()) {
            if (target.identifier() == null) {
                variables = true;
            } else {
                columns.add(leaves.identifier(target.identifier()).text());
            }
        }
        return new LocalFile(
                string(context.T_STRING(0)),
                context.REPLACE() != null,
                charset(context),
                edges(context),
                skippedLines(context.T_INTEGER()),
                columns,
                variables,
                context.CHARACTER() == null
                        ? !context.SET().isEmpty()
                        : context.SET().size() > 1);
    }

    private String string(TerminalNode literal) {
        return leaves.literals().string(literal.getText());
    }

    private @Nullable String charset(SqlGrammar.LoadLocalContext context) {
        if (context.CHARACTER() == null) {
            return null;
        }
        return context.identifier() == null
                ? string(context.T_STRING(1))
                : leaves.identifier(context.identifier()).text();
    }

    private static long skippedLines(@Nullable TerminalNode number) {
        try {
            return number == null ? 0 : Long.parseLong(number.getText());
        } catch (NumberFormatException e) {
            // More than there are in any file.
            return Long.MAX_VALUE;
        }
    }

    private Edges edges(SqlGrammar.LoadLocalContext context) {
        String between = Edges.USUAL.between();
        String enclosed = Edges.USUAL.enclosed();
        String escape = Edges.USUAL.escape();
        String lineStart = Edges.USUAL.lineStart();
        String lineEnd = Edges.USUAL.lineEnd();
        if (context.loadFields() != null) {
            for (SqlGrammar.LoadFieldEdgeContext each : context.loadFields().loadFieldEdge()) {
                if (each instanceof SqlGrammar.FieldsTerminatedContext terminated) {
                    between = string(terminated.T_STRING());
                } else if (each instanceof SqlGrammar.FieldsEnclosedContext quoted) {
                    enclosed = string(quoted.T_STRING());
                } else if (each instanceof SqlGrammar.FieldsEscapedContext escaped) {
                    escape = string(escaped.T_STRING());
                }
            }
        }
        if (context.loadLines() != null) {
            for (SqlGrammar.LoadLineEdgeContext each : context.loadLines().loadLineEdge()) {
                if (each instanceof SqlGrammar.LinesStartingContext starting) {
                    lineStart = string(starting.T_STRING());
                } else if (each instanceof SqlGrammar.LinesTerminatedContext terminated) {
                    lineEnd = string(terminated.T_STRING());
                }
            }
        }
        return new Edges(between, enclosed, escape, lineStart, lineEnd);
    }
}
