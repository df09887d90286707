package dev.poolfit.benchmarks;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Serves one request of Spring MVC on Tomcat, which never ends. */
final class RouteLoop {
    private RouteLoop() {}

    /** Runs a loop within a request to {@code /items/{id}}. */
    static void serve(Callable<?> loop) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        var spring = new AnnotationConfigWebApplicationContext();
        spring.register(Configuration.class);
        spring.addBeanFactoryPostProcessor(beans -> beans.registerSingleton("items", new Items(loop)));
        var tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", Path.of(".").toAbsolutePath().toString());
        Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "spring");
        tomcat.start();
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                        + tomcat.getConnector().getLocalPort() + "/items/7"))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
    }

    @EnableWebMvc
    static class Configuration {}

    @RestController
    static class Items {
        private final Callable<?> loop;

        Items(Callable<?> loop) {
            this.loop = loop;
        }

        @GetMapping("/items/{id}")
        Object item(@PathVariable("id") String id) throws Exception {
            return loop.call() + id;
        }
    }
}
