package org.shardingjdbc.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;

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

    @Test
    void searchLeadsToTheSectionThatSaysIt() throws IOException {
        colours("light");
        for (SitePage page : List.of(pages.get(0), page("docs/faq.html"))) {
            open(page, 1440);
            assertThat(found("SHD-4101").subList(0, 4)).anyMatch(address -> address.contains("error-codes.html"));
            assertThat(found("max-pulled-rows")).anyMatch(address -> address.contains("configuration.html"));
            assertThat(found("snowflake worker")).anyMatch(address -> address.contains("docs/"));
            assertThat(found("readwrite")).anyMatch(address -> address.contains("readwrite-splitting.html"));
            keepWindow("search-at-1440");
            assertThat(found("replca lag")).as("with a slip").isNotEmpty();
            assertThat(found("qqqqqqqq")).isEmpty();
        }
        open(pages.get(0), 360);
        found("savepoint");
        keepWindow("search-at-360");
        String first = (String) browser.executeScript("return document.querySelector('#found a').href");
        browser.findElement(By.cssSelector("search input")).sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
        new WebDriverWait(browser, Duration.ofSeconds(20)).until(driver -> first.equals(driver.getCurrentUrl()));
        String anchor = first.substring(first.indexOf('#') + 1);
        assertThat(browser.findElements(By.id(anchor)))
                .as("the section %s", anchor)
                .isNotEmpty();
    }

    private static SitePage page(String address) {
        return pages.stream()
                .filter(page -> page.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    private static void keepWindow(String name) throws IOException {
        Files.write(SCREENSHOTS.resolve(name + ".png"), browser.getScreenshotAs(OutputType.BYTES));
    }

    /** What the search box leads to, in order. */
    private static List<String> found(String asked) {
        WebElement box = browser.findElement(By.cssSelector("search input"));
        browser.executeScript("document.querySelector('#found').replaceChildren()");
        box.clear();
        box.sendKeys(asked);
        new WebDriverWait(browser, Duration.ofSeconds(20))
                .until(driver ->
                        driver.findElements(By.cssSelector("#found li")).size() > 0);
        return strings("", "return [...document.querySelectorAll('#found a')].map(link => link.href);");
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
