package dev.poolfit.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's chromium without a screen, as a reader uses it: reads what stands there, points, clicks and prints. */
public final class Browser implements AutoCloseable {
    /** Warns of each browser that is newer than Selenium; kept, since a logger that nobody keeps forgets its level. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium.devtools");

    private static final int HEIGHT = 900;
    /** Pixels; half ones round. */
    private static final int SLACK = 1;

    private final ChromeDriver driver;
    private final Path home;

    private Browser(ChromeDriver driver, Path home) {
        this.driver = driver;
        this.home = home;
    }

    /** Starts one; the test is skipped where there is none. */
    public static Browser start() throws IOException {
        SELENIUM.setLevel(Level.SEVERE);
        Optional<Path> chromium = program("chromium");
        Optional<Path> chromedriver = program("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "no chromium or no chromedriver here: apt-get install chromium chromium-driver");
        // The name of a socket in it must be short.
        Path home = Files.createTempDirectory(Path.of("/tmp"), "poolfit");
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(chromium.orElseThrow().toFile());
        // The sandbox needs namespaces, and shared memory a mount, that containers often have not.
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--user-data-dir=" + home.resolve("user"));
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.orElseThrow().toFile())
                .usingAnyFreePort()
                .withEnvironment(Map.of("TMPDIR", "" + home, "HOME", "" + home))
                .withLogFile(LastLines.of(home.resolve("chromedriver.log")).toFile())
                .build();
        var browser = new Browser(new ChromeDriver(service, options), home);
        browser.width(1280);
        return browser;
    }

    private static Optional<Path> program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, 0))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    public void show(URI page) {
        driver.get(page.toString());
    }

    public void reload() {
        driver.navigate().refresh();
    }

    /** Shows a page in one more window, which is the present one from then on. */
    public String showBeside(URI page) {
        driver.switchTo().newWindow(WindowType.WINDOW);
        show(page);
        return window();
    }

    public String window() {
        return driver.getWindowHandle();
    }

    public void turnTo(String window) {
        driver.switchTo().window(window);
    }

    /** What a function's body returns. */
    public Object script(String body, Object... arguments) {
        return driver.executeScript(body, arguments);
    }

    /** What a promise of a list comes to. */
    public List<String> promised(String expression, Object... arguments) {
        Object list = driver.executeAsyncScript(
                "const done = arguments[arguments.length - 1]; (" + expression + ").then(done);", arguments);
        return ((List<?>) list).stream().map(String::valueOf).toList();
    }

    public boolean holds(String expression, Object... arguments) {
        return Boolean.TRUE.equals(script("return Boolean(" + expression + ")", arguments));
    }

    public List<String> lines(String expression, Object... arguments) {
        return ((List<?>) script("return " + expression, arguments))
                .stream().map(String::valueOf).toList();
    }

    public long number(String expression, Object... arguments) {
        return Math.round(((Number) script("return " + expression, arguments)).doubleValue());
    }

    /** The text of the first element that matches, as it is seen. */
    public String text(String selector) {
        return String.valueOf(script("return document.querySelector(arguments[0]).innerText", selector));
    }

    public void click(String selector) {
        driver.findElement(By.cssSelector(selector)).click();
    }

    /** Whether the first frame of the page shows what matches. */
    public boolean framed(String selector) {
        driver.switchTo().frame(0);
        boolean shown = !driver.findElements(By.cssSelector(selector)).isEmpty();
        driver.switchTo().defaultContent();
        return shown;
    }

    /** The width of the page, in CSS pixels. */
    public void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", pixels < 600));
    }

    /** @param scheme dark or light */
    public void prefer(String scheme) {
        media("", scheme);
    }

    /** Lays the page out as for a sheet. */
    public void asPrinted(String scheme) {
        media("print", scheme);
    }

    private void media(String medium, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Prints to A4 with the usual margins; returns the document, in Base64. */
    public String print() {
        return String.valueOf(driver.executeCdpCommand(
                        "Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69, "printBackground", true))
                .get("data"));
    }

    /** The ids of the charts that are drawn and shown. */
    public List<String> charts() {
        return lines("[...document.querySelectorAll('.chart')].filter(each => each.querySelector('svg')"
                + " && each.getBoundingClientRect().height > 0).map(each => each.id)");
    }

    /** Points at places all over a chart and at its marks; returns what the chart tells of them. */
    public List<String> hover(String chart) {
        script("document.getElementById(arguments[0]).scrollIntoView({block: 'center'})", chart);
        var places = (List<?>) script("""
                const chart = document.getElementById(arguments[0]);
                const box = chart.getBoundingClientRect();
                const marks = [...chart.querySelectorAll('svg path')].map(each => each.getBoundingClientRect())
                  .filter(each => each.width > 2 && each.width < 30 && each.height < 30).slice(-10)
                  .map(each => [each.x + each.width / 2, each.y + each.height / 2]);
                return [...marks, ...[0.1, 0.3, 0.5, 0.7, 0.9].map(at => [box.x + at * box.width, box.y + box.height / 2])]
                  .map(place => place.map(Math.round));
                """, chart);
        var told = new ArrayList<String>();
        for (Object place : places) {
            var at = (List<?>) place;
            var pointer = new PointerInput(PointerInput.Kind.MOUSE, "mouse");
            driver.perform(List.of(new Sequence(pointer, 0)
                    .addAction(pointer.createPointerMove(
                            Duration.ZERO,
                            PointerInput.Origin.viewport(),
                            ((Number) at.get(0)).intValue(),
                            ((Number) at.get(1)).intValue()))));
            lines(
                            "[...document.getElementById(arguments[0]).querySelectorAll(':scope > div')]"
                                    + ".filter(each => !each.querySelector('svg') && each.style.opacity !== '0')"
                                    + ".map(each => each.innerText)",
                            chart)
                    .stream()
                    .filter(each -> !each.isBlank())
                    .forEach(told::add);
        }
        return told;
    }

    /** What is beyond the left or right edge of the page, but for what scrolls by itself; and labels that their chart cuts. */
    public List<String> cut() {
        return lines("""
                (() => {
                  const edge = document.documentElement.clientWidth;
                  const scrolls = each => each.parentElement
                    && (/auto|scroll/.test(getComputedStyle(each.parentElement).overflowX) || scrolls(each.parentElement));
                  const beyond = [...document.body.querySelectorAll('*:not(svg *)')]
                    .filter(each => each.tagName !== 'SCRIPT' && each.getBoundingClientRect().width > 0 && !scrolls(each))
                    .filter(each => each.getBoundingClientRect().right > edge + arguments[0]
                      || each.getBoundingClientRect().left < -arguments[0]);
                  const labels = [...document.querySelectorAll('.chart svg text')].filter(each => {
                    const text = each.getBoundingClientRect();
                    const chart = each.closest('svg').getBoundingClientRect();
                    return text.width > 0 && (text.right > chart.right + 2 || text.left < chart.left - 2);
                  });
                  return [...beyond, ...labels].map(each => each.tagName + ' ' + (each.closest('[id]')?.id ?? '')
                    + ' ' + each.textContent.slice(0, 40) + ' ' + Math.round(each.getBoundingClientRect().right));
                })()""", SLACK);
    }

    /** Warnings and errors on the console since it was asked last. */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(each -> each.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        driver.quit();
        // Its processes end one by one, and write until then.
        Patience.await().until(() -> {
            delete(home);
            return !Files.exists(home);
        });
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException stillWritten) {
            // It is tried again.
        }
    }
}
