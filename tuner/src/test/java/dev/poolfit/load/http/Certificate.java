package dev.poolfit.load.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A self-signed certificate of 127.0.0.1, made with the JDK's keytool. */
record Certificate(Path keyStore, Path pem) {
    static final String PASSWORD = "secret";

    /** @param more options of keytool, such as {@code -validity 10} */
    static Certificate in(Path folder, String name, String... more) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Path pem = folder.resolve(name + ".pem");
        var options = new ArrayList<>(
                List.of("-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1"));
        options.addAll(List.of(more));
        keytool(store, options.toArray(String[]::new));
        keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
        return new Certificate(store, pem);
    }

    /** One that this authority issued ten days of validity for, twenty days ago; its own pem is the authority's. */
    static Certificate expired(Path folder, Certificate authority) throws IOException, InterruptedException {
        Path store = in(folder, "expired").keyStore();
        Path request = folder.resolve("expired.csr");
        Path issued = folder.resolve("expired.crt");
        keytool(store, "-certreq", "-file", request.toString());
        keytool(
                authority.keyStore(),
                "-gencert",
                "-rfc",
                "-infile",
                request.toString(),
                "-outfile",
                issued.toString(),
                "-startdate",
                "-20d",
                "-validity",
                "10",
                "-ext",
                "san=ip:127.0.0.1");
        Files.writeString(issued, Files.readString(authority.pem()), StandardOpenOption.APPEND);
        keytool(store, "-importcert", "-noprompt", "-file", issued.toString());
        return new Certificate(store, authority.pem());
    }

    private static void keytool(Path store, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(
                List.of("-alias", "it", "-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool ended with " + keytool.exitValue());
        }
    }
}
