package org.shardingjdbc.site.house;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StringReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts what a reader of the code goes through: how many of our methods in how many files a statement enters, asked of
 * a running JVM through its debugger's interface, and what a look at the sources can count. Used once.
 */
final class House {
    private static final String OURS = "org.shardingjdbc.*";
    /** Of the tests, so that what {@link Target} does itself is not counted. */
    private static final String NOT_COUNTED = "org.shardingjdbc.site.*";
    /** Whether each call is printed, too. */
    private static final boolean TRACED = Boolean.getBoolean("trace");

    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final StringBuilder table = new StringBuilder();

    /** What was counted, by what it is called. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** The same to be read. */
    String table() {
        return table.toString();
    }

    private void print(String format, Object... values) {
        table.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
    }

    // ---- calls ----

    /** What was entered between two marks. */
    private static final class Count {
        private final Set<String> files = new HashSet<>();
        private String last = "";
        private int calls;
        private int changes;
        private int base;
        private int deepest;
    }

    /** Executes {@link Target} in a JVM of its own. */
    void calls(String classPath) throws Exception {
        print("  %-48s %8s %8s %10s %8s", "Calls, on H2", "calls", "files", "changes", "deepest");
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("main").setValue(Target.class.getName());
        arguments.get("options").setValue("-cp \"" + classPath + "\" -Dorg.slf4j.simpleLogger.defaultLogLevel=off");
        VirtualMachine machine = connector.launch(arguments);
        discard(machine.process().getInputStream());
        discard(machine.process().getErrorStream());
        ClassPrepareRequest prepared = machine.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(Target.class.getName());
        prepared.enable();
        MethodEntryRequest entries = null;
        String what = null;
        Count count = new Count();
        while (true) {
            EventSet events = machine.eventQueue().remove();
            for (Event event : events) {
                if (event instanceof ClassPrepareEvent prepare) {
                    mark(machine, prepare.referenceType(), "begin");
                    mark(machine, prepare.referenceType(), "end");
                } else if (event instanceof BreakpointEvent mark) {
                    if (mark.location().method().name().equals("begin")) {
                        what = ((StringReference) mark.thread()
                                        .frame(0)
                                        .getArgumentValues()
                                        .get(0))
                                .value();
                        count = new Count();
                        count.base = mark.thread().frameCount();
                        entries = machine.eventRequestManager().createMethodEntryRequest();
                        entries.addClassFilter(OURS);
                        entries.addClassExclusionFilter(NOT_COUNTED);
                        entries.addThreadFilter(mark.thread());
                        entries.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                        entries.enable();
                    } else {
                        entries.disable();
                        print(what, count);
                    }
                } else if (event instanceof MethodEntryEvent entry) {
                    enter(count, entry);
                } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                    return;
                }
            }
            events.resume();
        }
    }

    private static void discard(InputStream from) {
        Thread reader = new Thread(() -> {
            try (from) {
                from.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The target has ended.
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    private static void mark(VirtualMachine machine, ReferenceType target, String method) {
        machine.eventRequestManager()
                .createBreakpointRequest(target.methodsByName(method).get(0).location())
                .enable();
    }

    private static void enter(Count count, MethodEntryEvent entry) throws Exception {
        ReferenceType type = entry.method().declaringType();
        String file;
        try {
            String name = type.name();
            file = name.substring(0, name.lastIndexOf('.') + 1) + type.sourceName();
        } catch (AbsentInformationException e) {
            return;
        }
        count.calls++;
        count.files.add(file);
        if (!file.equals(count.last)) {
            count.changes++;
            count.last = file;
        }
        int depth = entry.thread().frameCount() - count.base;
        count.deepest = Math.max(count.deepest, depth);
        if (TRACED) {
            System.out.println(
                    "  ".repeat(depth) + type.name() + '.' + entry.method().name());
        }
    }

    private void print(String what, Count count) {
        print("  %-48s %8d %8d %10d %8d", what, count.calls, count.files.size(), count.changes, count.deepest);
        counts.put(what + ": calls", count.calls);
        counts.put(what + ": files", count.files.size());
    }

    // ---- sources ----

    /** Looks at the sources of all modules. */
    void sources(Path root) throws IOException {
        Map<String, int[]> modules = new TreeMap<>();
        List<Path> files = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String path = root.relativize(file).toString().replace('\\', '/');
                if (path.endsWith(".java")
                        && path.contains("/src/main/java/")
                        && !path.startsWith("examples/")
                        && !path.startsWith("benchmarks/")) {
                    files.add(file);
                    int[] size = modules.computeIfAbsent(
                            path.substring(0, path.indexOf("/src/main/java/")), name -> new int[2]);
                    size[0]++;
                    size[1] += Files.readAllLines(file).size();
                }
            }
        }
        print("%n  Sources");
        modules.forEach((module, size) -> print("  %-48s %8d files %8d lines", module, size[0], size[1]));
        print("files", files.size());
        print("of them under 30 lines", matching(files, text -> text.lines().count() < 30));
        print("of them over 800 lines", matching(files, text -> text.lines().count() > 800));
        print("calls of parseInstead", occurrences(files, Pattern.compile("\\.parseInstead\\(")));
        List<Path> plan = files.stream()
                .filter(file -> root.relativize(file).startsWith("sharding-plan"))
                .toList();
        print(
                "catch (ShardingException in sharding-plan",
                occurrences(plan, Pattern.compile("catch \\(ShardingException")));
        print("sql.substring( in sharding-plan", occurrences(plan, Pattern.compile("sql\\(?\\)?\\.substring\\(")));
        print("calls of parse in sharding-plan", occurrences(plan, Pattern.compile("arser(\\(\\))?\\.parse\\(")));
        print("Tokens.of( in all", occurrences(files, Pattern.compile("\\bTokens\\.of\\(")));
        Map<String, Integer> names = new HashMap<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (!name.equals("package-info.java") && !name.equals("module-info.java")) {
                names.merge(name, 1, Integer::sum);
            }
        }
        print("simple names that stand twice", (int)
                names.values().stream().filter(times -> times > 1).count());
    }

    private void print(String what, int number) {
        print("  %-48s %8d", what, number);
        counts.put(what, number);
    }

    private static int matching(List<Path> files, Predicate<String> text) throws IOException {
        int found = 0;
        for (Path file : files) {
            if (text.test(Files.readString(file))) {
                found++;
            }
        }
        return found;
    }

    private static int occurrences(List<Path> files, Pattern pattern) throws IOException {
        int found = 0;
        for (Path file : files) {
            Matcher matcher = pattern.matcher(Files.readString(file));
            while (matcher.find()) {
                found++;
            }
        }
        return found;
    }
}
