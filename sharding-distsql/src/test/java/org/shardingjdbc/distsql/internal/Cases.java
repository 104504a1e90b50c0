package org.shardingjdbc.distsql.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Statements and answers of a case file. */
record Cases(String name, List<Case> all) {
    private static final Path FOLDER = Path.of("src", "test", "resources", "cases");
    private static final String CASE = ".case";

    /** @param answer its lines; one at least */
    record Case(String statement, List<String> answer) {
        boolean isError() {
            return answer.get(0).startsWith("error ");
        }

        /** Whether something was changed, and nothing asked. */
        boolean isDone() {
            return answer.get(0).startsWith("done ");
        }
    }

    static Cases of(String name) {
        List<Case> all = new ArrayList<>();
        for (String line : lines(name)) {
            if (line.startsWith(">")) {
                all.get(all.size() - 1).answer().add(line.length() < 2 ? "" : line.substring(2));
            } else if (!line.isEmpty() && line.charAt(0) != '#') {
                all.add(new Case(line, new ArrayList<>()));
            }
        }
        all.removeIf(each -> each.statement().startsWith("!"));
        return new Cases(name, all);
    }

    private static List<String> lines(String name) {
        try {
            return Files.readAllLines(FOLDER.resolve(name + CASE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Their names, sorted. */
    static List<String> files() {
        String[] files = FOLDER.toFile().list((folder, file) -> file.endsWith(CASE));
        return Arrays.stream(files)
                .map(file -> file.substring(0, file.length() - CASE.length()))
                .sorted()
                .toList();
    }

    /** Of all files. */
    static List<String> statements() {
        return files().stream()
                .flatMap(file -> of(file).all().stream())
                .map(Case::statement)
                .toList();
    }

    /** The first one that begins so and is done, better one that answers rows. */
    Case that(String begin) {
        return all.stream()
                .filter(each -> begins(each, begin)
                        && !each.isError()
                        && (each.isDone() || each.answer().size() > 1))
                .findFirst()
                .or(() -> all.stream()
                        .filter(each -> begins(each, begin) && !each.isError())
                        .findFirst())
                .orElseThrow(() -> new AssertionError("no case of " + name + " begins with " + begin));
    }

    /** The first one that begins so and is refused. */
    Case wrong(String begin) {
        return all.stream()
                .filter(each -> begins(each, begin) && each.isError())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no mistake of " + name + " begins with " + begin));
    }

    private static boolean begins(Case each, String begin) {
        return (each.statement() + " ").startsWith(begin);
    }

    /** The cells of a line of an answer, as many as there are columns. */
    static List<String> cells(String line, int columns) {
        List<String> cells = new ArrayList<>(Arrays.asList((line + " ").split(" \\| ", -1)));
        while (cells.size() < columns) {
            cells.add("");
        }
        return cells.stream().map(String::strip).toList();
    }
}
