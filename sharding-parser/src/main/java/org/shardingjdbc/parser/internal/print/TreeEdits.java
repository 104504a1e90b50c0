package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * Changes of a tree that make another statement of it, whose text is written with it: what does not change is copied
 * and keeps its place, moved by what was written before it. Nothing is parsed again, and what comes out is what parsing
 * its text would give. Changes do not overlap. Not thread-safe; one per statement.
 */
public final class TreeEdits {
    private final ParsedSql parsed;
    private final List<Edit> edits = new ArrayList<>();
    /** Where the places of edits begin and end. */
    private final TreeMap<Integer, Integer> places = new TreeMap<>();

    /**
     * One change.
     *
     * @param owner the node that changes
     * @param place the characters that go, or a place between two
     * @param made what stands there instead
     * @param change the nodes in place of the owner, of what it is with its parts changed, and of the nodes made
     */
    private record Edit(Node owner, Span place, MadeText made, BiFunction<Node, List<Node>, List<Node>> change) {
        int growth() {
            return made.text().length() - (place.stop() - place.start());
        }
    }

    public TreeEdits(ParsedSql parsed) {
        this.parsed = parsed;
    }

    /** Puts nodes in place of one. */
    public void replace(Node old, MadeText made) {
        add(new Edit(old, old.span(), made, (node, nodes) -> nodes));
    }

    /**
     * Changes a part of a node, or gives it one.
     *
     * @param place the characters that go; as long as none, where the part is put
     * @param change what the node becomes; it is given with its other parts changed and its span as it will be, and
     *     with the nodes made in their places
     */
    @SuppressWarnings("unchecked")
    public <N extends Node> void change(N owner, Span place, MadeText made, BiFunction<N, List<Node>, Node> change) {
        add(new Edit(owner, place, made, (node, nodes) -> List.of(change.apply((N) node, nodes))));
    }

    private void add(Edit edit) {
        edits.add(edit);
        places.merge(edit.place.start(), edit.place.stop(), Math::max);
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Whether a change is within the range. */
    public boolean touches(Span span) {
        // No two overlap: of those that begin before its end the last one reaches farthest.
        Map.Entry<Integer, Integer> last = places.lowerEntry(span.stop());
        return last != null && last.getValue() > span.start();
    }

    /**
     * The statement with its changes; itself if there are none.
     *
     * @param parser which knows the words that a statement keeps of itself
     */
    public ParsedSql made(SqlParser parser) {
        if (edits.isEmpty()) {
            return parsed;
        }
        ParsedSql made = unnumbered(parser);
        assert isAsParsed(made, parser) : "parsing gives another tree: " + made.sql();
        return made;
    }

    /**
     * The statement with its changes, where they bring parameters of their own or take some away: they are numbered
     * anew.
     *
     * @param parser as of {@link #made}
     */
    public MadeStatement renumbered(SqlParser parser) {
        return MadeStatement.numbered(edits.isEmpty() ? parsed : unnumbered(parser), parser);
    }

    /** The same whose parameters have the numbers that they had. */
    ParsedSql unnumbered(SqlParser parser) {
        edits.sort(
                Comparator.<Edit>comparingInt(edit -> edit.place.start()).thenComparingInt(edit -> edit.place.stop()));
        return new Making(parsed, edits, parser).statement();
    }

    /**
     * What all tests hold, as they run with assertions: the same tree, spans included, and the same of all the rest but
     * hints, which a statement may have from around it.
     */
    static boolean isAsParsed(ParsedSql made, SqlParser parser) {
        ParsedSql parsed = made.plain() ? parser.parsePlain(made.sql()) : parser.parse(made.sql());
        return made.equals(parsed.withLiterals(made.literals()).withHints(made.hints()))
                && made.analysis().nodes().equals(parsed.analysis().nodes());
    }

    /**
     * Makes the statement: its text first, then its nodes from the last to the first, and so children before parents.
     */
    private static final class Making extends Rebuilt {
        private final ParsedSql parsed;
        private final List<Edit> edits;
        private final SqlParser parser;
        private final List<Node> nodes;
        /** Where the text of each edit begins in the statement that is made. */
        private final int[] begins;
        /** Which node each edit changes. */
        private final int[] owners;
        /** The same, ascending. */
        private final int[] sortedOwners;
        /** The edits of each node that has some, in their order. */
        private final Map<Integer, List<Integer>> editsOfOwner = new HashMap<>();
        /** Where the places of edits end, ascending as they begin. */
        private final int[] stops;
        /** By how much the text has grown before each edit, and behind the last. */
        private final int[] growths;

        private final String sql;
        /** The nodes that are being made: the first and the one behind the last; none while others are. */
        private int first;

        private int behind;

        Making(ParsedSql parsed, List<Edit> edits, SqlParser parser) {
            this.parsed = parsed;
            this.edits = edits;
            this.parser = parser;
            this.nodes = parsed.analysis().nodes();
            this.begins = new int[edits.size()];
            this.owners = new int[edits.size()];
            this.stops = new int[edits.size()];
            this.growths = new int[edits.size() + 1];
            this.sql = text();
            findOwners();
            this.sortedOwners = owners.clone();
            Arrays.sort(sortedOwners);
        }

        private String text() {
            StringBuilder text = new StringBuilder();
            int at = 0;
            for (int i = 0; i < begins.length; i++) {
                Edit edit = edits.get(i);
                text.append(parsed.sql(), at, edit.place.start());
                begins[i] = text.length();
                text.append(edit.made.text());
                at = edit.place.stop();
                stops[i] = at;
                growths[i + 1] = growths[i] + edit.growth();
            }
            return text.append(parsed.sql(), at, parsed.sql().length()).toString();
        }

        private void findOwners() {
            Map<Node, Integer> places = new IdentityHashMap<>();
            for (Edit edit : edits) {
                places.put(edit.owner, -1);
            }
            for (int i = 0; i < nodes.size(); i++) {
                if (places.containsKey(nodes.get(i))) {
                    places.put(nodes.get(i), i);
                }
            }
            for (int i = 0; i < owners.length; i++) {
                owners[i] = places.getOrDefault(edits.get(i).owner, -1);
                if (owners[i] < 0) {
                    throw new IllegalArgumentException("a node of another statement");
                }
                editsOfOwner
                        .computeIfAbsent(owners[i], owner -> new ArrayList<>(1))
                        .add(i);
            }
        }

        ParsedSql statement() {
            int[] ends = new int[nodes.size()];
            for (int i = nodes.size() - 1; i >= 0; i--) {
                Node node = nodes.get(i);
                ends[i] = i + 1;
                for (int children = node.children().size(); children > 0; children--) {
                    ends[i] = ends[ends[i]];
                }
                first = i;
                behind = ends[i];
                if (stays(node.span()) && !changes()) {
                    continue;
                }
                put(node, changed(i, node.mapped(this)));
            }
            first = 0;
            behind = 0;
            Statement statement = (Statement) node((Node) parsed.statement());
            List<Parameter> parameters = parameters(statement);
            SetStatement settings = node(parsed.settings());
            return new ParsedSql(
                    sql,
                    statement,
                    parameters,
                    parsed.hints(),
                    parsed.literals(),
                    parsed.plain(),
                    settings,
                    Analysis.of(statement));
        }

        /** Those of the tree, and those where it does not reach, unless they went. */
        private List<Parameter> parameters(Statement statement) {
            List<Parameter> all = new ArrayList<>();
            Set<Integer> places = new HashSet<>();
            Nodes.forEach(statement, node -> {
                if (node instanceof Parameter parameter) {
                    all.add(parameter);
                    places.add(parameter.span().start());
                }
            });
            for (Parameter parameter : parsed.parameters()) {
                int next = ended(parameter.span().start());
                boolean gone = next < stops.length
                        && edits.get(next).place.start() <= parameter.span().start();
                Span now = gone ? null : span(parameter.span());
                if (now != null && places.add(now.start())) {
                    all.add(new Parameter(now, parameter.index(), parameter.numbered()));
                }
            }
            all.sort(Comparator.comparingInt(parameter -> parameter.span().start()));
            return all;
        }

        private List<Node> changed(int index, Node mapped) {
            List<Node> changed = List.of(mapped);
            for (int i : editsOfOwner.getOrDefault(index, List.of())) {
                Edit edit = edits.get(i);
                changed = edit.change.apply(changed.get(0), edit.made.moved(begins[i]));
            }
            return changed;
        }

        /** Whether a node stands before all that changes. */
        private boolean stays(Span span) {
            return span.stop() <= edits.get(0).place.start();
        }

        /** Whether the node that is being made is changed, or one below it. */
        private boolean changes() {
            int at = Arrays.binarySearch(sortedOwners, first);
            int next = at < 0 ? -1 - at : at;
            return next < sortedOwners.length && sortedOwners[next] < behind;
        }

        private boolean isWithin(int edit) {
            return owners[edit] >= first && owners[edit] < behind;
        }

        @Override
        Node unreached(Node node) {
            if (stays(node.span())) {
                return node;
            }
            int ownFirst = first;
            int ownBehind = behind;
            first = 0;
            behind = 0;
            Node moved = node.mapped(this);
            first = ownFirst;
            behind = ownBehind;
            return moved;
        }

        @Override
        @Contract("!null -> !null")
        public @Nullable Span span(@Nullable Span span) {
            return span == null || span.equals(Span.NONE) ? span : new Span(start(span.start()), stop(span.stop()));
        }

        private int start(int start) {
            return moved(start, false);
        }

        private int stop(int stop) {
            return moved(stop, true);
        }

        /**
         * What is put exactly there is before a node that begins there and has it not, and in one that ends there and
         * has it.
         */
        private int moved(int at, boolean end) {
            int before = ended(at);
            if (before < stops.length && edits.get(before).place.start() < at) {
                return begins[before];
            }
            int moved = at + growths[before];
            for (int i = before - 1; i >= 0 && edits.get(i).place.start() == at; i--) {
                if (isWithin(i) != end) {
                    moved -= edits.get(i).growth();
                }
            }
            return moved;
        }

        /** How many edits end there or before. */
        private int ended(int at) {
            int low = 0;
            int high = stops.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (stops[middle] <= at) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        @Override
        public String tail(Span whole, String tail) {
            int from = whole.stop() - tail.length();
            boolean written = from >= whole.start() && parsed.sql().startsWith(tail, from);
            return written ? sql.substring(start(from), stop(whole.stop())) : tail;
        }

        @Override
        @Contract("_, !null -> !null")
        public @Nullable String text(Span statement, @Nullable String text) {
            // The first that does not end before it; one that ends where it begins, and does not begin before, is in
            // it.
            int next = ended(statement.start());
            boolean inserted = next > 0 && edits.get(next - 1).place.start() == statement.start();
            if (next < stops.length && edits.get(next).place.start() < statement.start()) {
                next++;
            }
            boolean changed = next < stops.length
                    && edits.get(next).place.start() >= statement.start()
                    && stops[next] <= statement.stop();
            if (inserted || changed) {
                return parser.written(span(statement).of(sql));
            }
            return text;
        }
    }
}
