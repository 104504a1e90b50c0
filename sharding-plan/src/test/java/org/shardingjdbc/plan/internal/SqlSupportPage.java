package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;

/**
 * Prints the SQL-support page: a template whose lines {@code {{table: <title>}}} become the table of the documented
 * cases of that title, and {@code {{refusals}}} that of the error codes. One per page.
 */
final class SqlSupportPage {
    private static final String TABLE = "{{table: ";
    private static final String END = "}}";

    private final Map<String, List<DocumentedCase>> tables = new LinkedHashMap<>();
    private final Map<String, PlanCase> refusals = new TreeMap<>();
    private final Map<String, String> otherTests;
    private final Set<String> printed = new TreeSet<>();

    /** @param otherTests error codes that no plan case ends in, and an example of each */
    SqlSupportPage(List<PlanCase> cases, Map<String, String> otherTests) {
        this.otherTests = otherTests;
        for (PlanCase plan : cases) {
            for (DocumentedCase documented : DocumentedCase.of(plan)) {
                tables.computeIfAbsent(documented.table(), title -> new ArrayList<>())
                        .add(documented);
            }
            for (String line : plan.expected()) {
                String code = refusal(line);
                if (code != null) {
                    refusals.merge(code, plan, SqlSupportPage::better);
                }
            }
        }
    }

    /**
     * The code in a line such as {@code Refused SHD-2101: ...} or {@code bind ?=1 -> error SHD-...}; null in others.
     */
    private static String refusal(String line) {
        int error = PlanCase.refusal(line) != null || line.startsWith("several ") ? 0 : line.indexOf(" -> error ");
        if (error < 0) {
            return null;
        }
        int code = line.indexOf("SHD-", error);
        return code < 0 ? null : line.substring(code, line.indexOf(':', code));
    }

    /** The case that is refused whatever its parameters, or the shorter one. */
    private static PlanCase better(PlanCase first, PlanCase second) {
        return Comparator.comparing((PlanCase plan) -> plan.refusal() == null)
                                .thenComparing(plan -> plan.sql().length())
                                .compare(first, second)
                        <= 0
                ? first
                : second;
    }

    /** Codes by which planning refuses correct SQL. */
    static List<ErrorCode> refusalCodes() {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.category() == ErrorCategory.UNSUPPORTED)
                .sorted(Comparator.comparingInt(ErrorCode::number))
                .toList();
    }

    /** The codes that no case and no other test shows. */
    List<String> unshown() {
        return refusalCodes().stream()
                .map(ErrorCode::id)
                .filter(id -> !refusals.containsKey(id) && !otherTests.containsKey(id))
                .toList();
    }

    /** The codes that are said to be shown elsewhere and are shown by a case. */
    List<String> shownTwice() {
        return otherTests.keySet().stream()
                .filter(refusals::containsKey)
                .sorted()
                .toList();
    }

    /** The tables that the template did not ask for; after {@link #print}. */
    Set<String> unprinted() {
        Set<String> left = new TreeSet<>(tables.keySet());
        left.removeAll(printed);
        return left;
    }

    String print(List<String> template) {
        StringBuilder page = new StringBuilder();
        for (String line : template) {
            if (line.startsWith(TABLE) && line.endsWith(END)) {
                table(line.substring(TABLE.length(), line.length() - END.length()), page);
            } else if (line.equals("{{refusals}}")) {
                refusals(page);
            } else {
                page.append(line).append('\n');
            }
        }
        return page.toString();
    }

    private void table(String title, StringBuilder page) {
        List<DocumentedCase> cases = tables.get(title);
        if (cases == null) {
            throw new IllegalArgumentException("No plan case is documented in the table " + title);
        }
        printed.add(title);
        page.append("| construct | example | how | certificate |\n| --- | --- | --- | --- |\n");
        List<DocumentedCase> sorted = new ArrayList<>(cases);
        sorted.sort(Comparator.comparingInt(SqlSupportPage::cost));
        for (DocumentedCase each : sorted) {
            PlanSummary summary = PlanSummary.of(each.plan());
            row(page, each.construct(), code(each.plan().sql()), summary.words(), summary.certificate());
        }
    }

    private static int cost(DocumentedCase documented) {
        return PlanSummary.CERTIFICATES.indexOf(
                PlanSummary.of(documented.plan()).certificate());
    }

    private void refusals(StringBuilder page) {
        page.append("| code | what is refused | example | what to do |\n| --- | --- | --- | --- |\n");
        for (ErrorCode code : refusalCodes()) {
            PlanCase plan = refusals.get(code.id());
            String example = plan == null ? otherTests.getOrDefault(code.id(), "") : code(plan.sql());
            String anchor = "<a id=\"" + code.id().toLowerCase(Locale.ROOT) + "\"></a>" + code.id();
            row(page, anchor, text(code.message()), example, text(code.remedy()));
        }
    }

    private static void row(StringBuilder page, String... cells) {
        for (String cell : cells) {
            page.append("| ").append(cell).append(' ');
        }
        page.append("|\n");
    }

    private static String code(String sql) {
        return "`" + String.join(" ", sql.split("\\s+")).replace("|", "\\|") + "`";
    }

    private static String text(String message) {
        return message.replace("{}", "…").replace("|", "\\|").replace("<", "&lt;");
    }
}
