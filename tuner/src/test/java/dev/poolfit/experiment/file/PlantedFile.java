package dev.poolfit.experiment.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A made-up experiment file with secrets in every place that can hold a text: from the environment, as defaults, and in
 * places whose names tell of secrets.
 *
 * @param text the file
 * @param environment the variables that it needs
 * @param secrets what must be nowhere to be read
 */
public record PlantedFile(String text, Map<String, String> environment, List<String> secrets) {
    private static final String[] NAMES = {
        "DB_PASS",
        "MYSQL_PWD",
        "PASSPHRASE",
        "PRIVATE_KEY",
        "X-Auth",
        "Authorization",
        "api-key",
        "Cookie",
        "clientSecret"
    };

    /** A file that is sound. */
    public static PlantedFile sound(RandomGenerator random) {
        return new Planter(random).file();
    }

    /** A file with these texts in place of others, the first of which must be there. */
    public PlantedFile with(String from, String to) {
        if (!text.contains(from)) {
            throw new IllegalArgumentException("no " + from + " in\n" + text);
        }
        return new PlantedFile(text.replace(from, to), environment, secrets);
    }

    private static final class Planter {
        private final RandomGenerator random;
        private final Map<String, String> environment = new HashMap<>();
        private final List<String> secrets = new ArrayList<>();

        private Planter(RandomGenerator random) {
            this.random = random;
        }

        private String secret() {
            String secret = "hunter" + Long.toHexString(random.nextLong());
            secrets.add(secret);
            return secret;
        }

        /** Of two characters that no other text has, where none is too short to be told. */
        private String shortSecret() {
            String secret = "" + (char) ('\ubdc1' + random.nextInt(20)) + (char) ('\uc7b3' + random.nextInt(20));
            secrets.add(secret);
            return secret;
        }

        private String reference(String value) {
            String name = "V" + environment.size();
            environment.put(name, value);
            return "${" + name + (random.nextBoolean() ? "" : ":" + secret()) + "}";
        }

        private String unset() {
            return "${UNSET" + random.nextInt(1_000_000) + ":" + secret() + "}";
        }

        /** From the environment, or a default. */
        private String elsewhere() {
            return random.nextInt(3) == 0 ? unset() : reference(secret());
        }

        private String any() {
            return random.nextBoolean() ? secret() : elsewhere();
        }

        private String anyShort() {
            return random.nextBoolean() ? elsewhere() : reference(shortSecret());
        }

        private String name() {
            return NAMES[random.nextInt(NAMES.length)];
        }

        private String quoted(String text) {
            return switch (random.nextInt(3)) {
                case 0 -> "'" + text + "'";
                case 1 -> "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
                default -> text.matches("[\\w/:.?=&${}-]+") && !text.contains(": ") ? text : "'" + text + "'";
            };
        }

        private String url(String path) {
            return quoted("http://127.0.0.1:8080/" + path + "?api_key=" + elsewhere() + "&pass=" + secret() + "&page="
                    + elsewhere() + "&x-signature=" + any());
        }

        private String service() {
            String common =
                    "  ready: " + url("health") + "\n  metrics: " + url(reference(secret()) + "/prometheus") + "\n";
            if (random.nextBoolean()) {
                return common + "  attach:\n    jmx: service:jmx:rmi:///jndi/rmi://127.0.0.1:1/" + elsewhere()
                        + "\n    user: " + elsewhere() + "\n    password: " + any() + "\n";
            }
            return common + "  launch: exec java -D" + name() + "=" + secret() + " -Dx=${A:-" + secret()
                    + "} --db-password "
                    + secret() + " -jar a.jar https://me:" + secret() + "@127.0.0.1/\n  env:\n    " + name() + ": "
                    + any()
                    + "\n    PLAIN: " + elsewhere() + "\n    URL: jdbc:mysql://127.0.0.1/a?user=b&password=" + secret()
                    + "\n";
        }

        private String body() {
            String json = "{\"password\": \"" + secret() + "\", \"list\": {\"token\": [\"" + secret()
                    + "\"]}, \"a\": \"" + anyShort() + "\"}";
            return random.nextBoolean() ? "'" + json + "'" : "|\n        " + json + "\n        api_key=" + secret();
        }

        private PlantedFile file() {
            String anchor = secret();
            String text = "# the password is " + secret() + "\nname: " + quoted("run " + anyShort()) + "\nservice:\n"
                    + service()
                    + "database: # " + secret() + "\n  url: jdbc:mariadb://" + reference("127.0.0.1") + ":3306/"
                    + elsewhere() + "?password=" + secret() + "\n  user: " + elsewhere() + "\n  password: &p " + anchor
                    + "\nload:\n  users: 10\n  requests:\n    - get: " + url("items/" + anyShort())
                    + "\n      headers:\n        "
                    + name() + ": *p\n        X-Plain: " + elsewhere() + "\n        X-Other: Bearer " + secret()
                    + "\n      check: {contains: ['" + anyShort() + "'], json: {/token: '" + any() + "', /a: '"
                    + elsewhere() + "'}}\n    - post: " + url("orders") + "\n      body: " + body()
                    + "\ntune: {pool: 2..20}\ngoal: {throughput: max}\nearlier:\n  title: " + quoted(anyShort())
                    + "\n  rows: [{pool: 4, throughput: 9/s}]\n";
            return new PlantedFile(text, Map.copyOf(environment), List.copyOf(secrets));
        }
    }
}
