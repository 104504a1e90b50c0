package org.shardingjdbc.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/**
 * Looks at each page in Chromium, and keeps what it saw in target/screenshots. Skipped where Chromium and its driver
 * are not installed.
 */
class BrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final List<Integer> WIDTHS = List.of(360, 800, 1440);

    /** WCAG 2.2, success criterion 1.4.3: normal text has a contrast of at least 4.5 with its ground. */
    private static final double LEAST_CONTRAST = 4.5;

    @TempDir
    static Path site;

    private static List<SitePage> pages;
    private static ChromeDriver browser;

    @BeforeAll
    static void open() throws IOException {
        Path chromium = program("chromium");
        Path driver = program("chromedriver");
        assumeTrue(
                chromium != null && driver != null,
                "no chromium and chromedriver on the PATH: pages are not looked at");
        pages = SiteBuild.build(Repository.folder(), site);
        Files.createDirectories(SCREENSHOTS);
        ChromeOptions options = new ChromeOptions()
                .setBinary(chromium.toFile())
                .addArguments(
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-background-networking",
                        "--no-first-run");
        options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(driver.toFile())
                        .build(),
                options);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.quit();
        }
    }

    @Test
    void pagesFitEachWidthAndLoadAllTheyShow() throws IOException {
        List<String> complaints = new ArrayList<>();
        colours("light");
        for (int width : WIDTHS) {
            for (SitePage page : pages) {
                open(page, width);
                String place = page.address() + " at " + width + ": ";
                complaints.addAll(strings(
                        place,
                        "const page = document.documentElement;"
                                + "const wider = page.scrollWidth > page.clientWidth;"
                                + "return wider ? ['wider than the screen: ' + page.scrollWidth] : [];"));
                complaints.addAll(strings(
                        place,
                        "return [...document.images].filter(i => {"
                                + " i.loading = 'eager'; return i.complete"
                                + " && i.naturalWidth === 0; }).map(i => 'not drawn: ' + i.src);"));
                for (LogEntry entry : browser.manage().logs().get(LogType.BROWSER)) {
                    complaints.add(place + entry.getMessage());
                }
                keepScreenshot(page, width + "");
            }
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void textIsReadInLightAndDark() throws IOException {
        List<String> complaints = new ArrayList<>();
        String measure = resource("contrast.js");
        for (String colours : List.of("light", "dark")) {
            colours(colours);
            for (SitePage page : pages) {
                open(page, 1440);
                complaints.addAll(strings(page.address() + " in " + colours + ": ", measure, LEAST_CONTRAST));
                if (colours.equals("dark")) {
                    keepScreenshot(page, "dark");
                }
            }
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void listOfPagesIsFoldedOnANarrowScreenOnly() {
        open(pages.get(0), 360);
        assertThat(browser.executeScript("return document.querySelector('nav details').open"))
                .isEqualTo(false);
        open(pages.get(0), 1440);
        assertThat(browser.executeScript("return document.querySelector('nav details').open"))
                .isEqualTo(true);
        assertThat(browser.executeScript("return document.querySelectorAll('.hljs-keyword').length > 0"))
                .as("snippets have colours")
                .isEqualTo(true);
    }

    private static void open(SitePage page, int width) {
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 500));
        browser.get(site.resolve(page.address()).toUri().toString());
    }

    private static void colours(String scheme) {
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private static List<String> strings(String prefix, String script, Object... arguments) {
        List<?> found = (List<?>) browser.executeScript(script, arguments);
        return found.stream().map(text -> prefix + text).toList();
    }

    private static void keepScreenshot(SitePage page, String suffix) throws IOException {
        String name = page.address().replace('/', '-').replace(".html", "-" + suffix + ".png");
        Files.write(SCREENSHOTS.resolve(name), browser.getScreenshotAs(OutputType.BYTES));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = BrowserTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Path program(String name) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }
}
