package org.shardingjdbc.plan.internal.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.PrintedPart;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * Collects edits over one statement's text and compiles them to a template. Edits do not overlap, but one may lie
 * inside of what another copies ({@link Piece.Source}, {@link Piece.Elements}); edits inside of what is replaced and
 * not copied are lost, as intended. Insertions at one place keep the order in which they were made. Not thread-safe;
 * one per plan.
 */
public final class SqlEdits {
    private final ParsedSql parsed;
    private final NameQuoting names;
    private final List<Edit> edits = new ArrayList<>();
    private List<Edit> sorted = List.of();
    private boolean divided;
    private boolean nullParameters;

    public SqlEdits(ParsedSql parsed, NameQuoting names) {
        this.parsed = parsed;
        this.names = names;
    }

    /** A copy that can be edited on. */
    public SqlEdits copy() {
        SqlEdits copy = new SqlEdits(parsed, names);
        copy.edits.addAll(edits);
        return copy;
    }

    /** Puts pieces in place of a range. */
    public SqlEdits replace(Span span, Piece... pieces) {
        edits.add(new Edit(span.start(), span.stop(), List.of(pieces), edits.size()));
        return this;
    }

    /** Puts pieces before the character at {@code position}. */
    public SqlEdits insert(int position, Piece... pieces) {
        return replace(new Span(position, position), pieces);
    }

    /** Puts text before the character at {@code position}. */
    public SqlEdits insert(int position, String text) {
        return insert(position, new Piece.Text(text));
    }

    /** Removes a range. */
    public SqlEdits delete(Span span) {
        return replace(span);
    }

    /** Puts pieces in place of a clause; when there are none, the blanks before it go too. */
    public SqlEdits replaceClause(Span span, Piece... pieces) {
        int start = span.start();
        while (pieces.length == 0
                && start > 0
                && Character.isWhitespace(parsed.sql().charAt(start - 1))) {
            start--;
        }
        return replace(new Span(start, span.stop()), pieces);
    }

    /** From now on placeholders of the statement become the word NULL, for questions about types. */
    public SqlEdits nullParameters() {
        nullParameters = true;
        return this;
    }

    /** Whether an edit so far touches the range. */
    public boolean touches(Span span) {
        for (Edit edit : edits) {
            if (edit.start < span.stop() && edit.stop > span.start()) {
                return true;
            }
        }
        return false;
    }

    /** The template of the whole statement text, a trailing semicolon excluded. */
    public SqlTemplate template() {
        return compile(output -> emitSource(new Span(0, end()), true, output));
    }

    /** Behind the statement, and behind the ends of comments that MySQL runs, of which the statement is a part. */
    private int end() {
        return SqlLexer.behindExecuted(parsed.sql(), parsed.statement().span().stop(), names.dialect());
    }

    /** The template of pieces. */
    public SqlTemplate template(Piece... pieces) {
        return compile(output -> emit(List.of(pieces), output));
    }

    private void sort() {
        sorted = new ArrayList<>(edits);
        sorted.sort(Comparator.comparingInt((Edit edit) -> edit.start)
                .thenComparingInt(edit -> edit.stop > edit.start ? 1 : 0)
                .thenComparingInt(edit -> -edit.stop)
                .thenComparingInt(edit -> edit.order));
    }

    private SqlTemplate compile(Consumer<Output> emission) {
        sort();
        divided = false;
        Output output = new Output(parsed.sql());
        emission.accept(output);
        return new SqlTemplate(output.segments(), names, divided);
    }

    private void emit(List<Piece> pieces, Output output) {
        for (Piece piece : pieces) {
            emit(piece, output);
        }
    }

    private void emit(Piece piece, Output output) {
        if (piece instanceof Piece.Text text) {
            output.text(text.text());
        } else if (piece instanceof Piece.Made made) {
            names.printer().parts(made.nodes()).forEach(part -> emit(part, output));
        } else if (piece instanceof Piece.Source source) {
            emitSource(source.span(), false, output);
        } else if (piece instanceof Piece.SourceWithEnd source) {
            emitSource(source.span(), true, output);
        } else if (piece instanceof Piece.SourceWithoutStart source) {
            emitSource(source.span(), firstBehindInsertions(source.span().start()), false, output);
        } else if (piece instanceof Piece.Edited edited) {
            edited.edits().sort();
            edited.edits().emitSource(edited.span(), false, output);
        } else if (piece instanceof Piece.TableName table) {
            output.add(new SqlTemplate.TableSlot(table.table(), table.written().text(), mark(table.written())));
        } else if (piece instanceof Piece.DerivedName name) {
            Identifier written = name.written();
            output.add(new SqlTemplate.NameSlot(name.table(), name.logicTable(), written.text(), mark(written)));
        } else if (piece instanceof Piece.MadeName name) {
            Identifier written = name.written();
            output.add(new SqlTemplate.MadeSlot(name.table(), name.logicTable(), written.text(), mark(written)));
        } else if (piece instanceof Piece.Placeholder placeholder) {
            output.placeholder(placeholder.source());
        } else if (piece instanceof Piece.Elements elements) {
            divided = true;
            output.add(new SqlTemplate.ElementsSlot(elements.split(), compileElements(elements.elements())));
        }
    }

    private void emit(PrintedPart part, Output output) {
        if (part instanceof PrintedPart.Words words) {
            output.text(words.text());
        } else if (part instanceof PrintedPart.Read read) {
            emitSource(read.span(), false, output);
        } else if (part instanceof PrintedPart.Placeholder placeholder) {
            output.placeholder(placeholder.index());
        }
    }

    private SqlTemplate.Segment[][] compileElements(List<Span> elements) {
        SqlTemplate.Segment[][] compiled = new SqlTemplate.Segment[elements.size()][];
        int next = 0;
        for (Span element : elements) {
            Output output = new Output(parsed.sql());
            emitSource(element, false, output);
            compiled[next++] = output.segments();
        }
        return compiled;
    }

    /**
     * Copies a range of the original with the edits that lie inside of it.
     *
     * @param withEnd whether what is inserted at its very end belongs to it
     */
    private void emitSource(Span span, boolean withEnd, Output output) {
        emitSource(span, firstFrom(span.start()), withEnd, output);
    }

    /** @param first of the sorted edits that may belong to it */
    private void emitSource(Span span, int first, boolean withEnd, Output output) {
        int at = span.start();
        for (int i = first; i < sorted.size(); i++) {
            Edit edit = sorted.get(i);
            if (edit.start > span.stop() || edit.start == span.stop() && !withEnd) {
                break;
            }
            boolean inside = edit.start >= at && edit.stop <= span.stop();
            boolean copiesItself = edit.start == span.start() && edit.stop == span.stop() && edit.active;
            if (inside && !copiesItself) {
                emitOriginal(at, edit.start, output);
                edit.active = true;
                emit(edit.pieces, output);
                edit.active = false;
                at = edit.stop;
            }
        }
        emitOriginal(at, span.stop(), output);
    }

    private int firstFrom(int position) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted.get(middle).start < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int firstBehindInsertions(int position) {
        int next = firstFrom(position);
        while (next < sorted.size() && sorted.get(next).start == position && sorted.get(next).stop == position) {
            next++;
        }
        return next;
    }

    private void emitOriginal(int start, int stop, Output output) {
        int at = start;
        List<Parameter> parameters = parsed.parameters();
        for (int i = firstParameterFrom(start, parameters); i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            Span span = parameter.span();
            if (span.start() >= stop) {
                break;
            }
            output.original(at, span.start());
            if (nullParameters) {
                output.text("NULL");
            } else {
                output.placeholder(parameter.index());
            }
            at = span.stop();
        }
        output.original(at, stop);
    }

    private static int firstParameterFrom(int position, List<Parameter> parameters) {
        int low = 0;
        int high = parameters.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (parameters.get(middle).span().start() < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private char mark(Identifier written) {
        return written.quoted() ? parsed.sql().charAt(written.span().start()) : 0;
    }

    private static final class Edit {
        private final int start;
        private final int stop;
        private final List<Piece> pieces;
        private final int order;
        private boolean active;

        Edit(int start, int stop, List<Piece> pieces, int order) {
            this.start = start;
            this.stop = stop;
            this.pieces = pieces;
            this.order = order;
        }
    }

    /** Joins neighbouring text into one segment. */
    private static final class Output {
        private final List<SqlTemplate.Segment> segments = new ArrayList<>();
        private final String sql;
        private final StringBuilder text = new StringBuilder();
        private final List<Integer> sources = new ArrayList<>();
        /** Where in the statement's text this text begins, if it is a part of that. */
        private int begin;

        Output(String sql) {
            this.sql = sql;
        }

        void text(String more) {
            text.append(more);
        }

        /** Text of the statement. */
        void original(int start, int stop) {
            begin = text.isEmpty() ? start : begin;
            text.append(sql, start, stop);
        }

        void placeholder(int source) {
            text.append('?');
            sources.add(source);
        }

        void add(SqlTemplate.Segment segment) {
            flush();
            segments.add(segment);
        }

        SqlTemplate.Segment[] segments() {
            flush();
            return segments.toArray(new SqlTemplate.Segment[0]);
        }

        private SqlTemplate.TextSegment segment(int[] indexes) {
            String own = text.toString();
            return sql.startsWith(own, begin)
                    ? new SqlTemplate.TextSegment(sql, begin, begin + own.length(), indexes)
                    : new SqlTemplate.TextSegment(own, 0, own.length(), indexes);
        }

        private void flush() {
            if (text.length() > 0) {
                int[] indexes = new int[sources.size()];
                for (int i = 0; i < indexes.length; i++) {
                    indexes[i] = sources.get(i);
                }
                segments.add(segment(ParameterSources.shared(indexes)));
                text.setLength(0);
                sources.clear();
            }
        }
    }
}
