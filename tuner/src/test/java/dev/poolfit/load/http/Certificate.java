package dev.poolfit.load.http;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A self-signed certificate of 127.0.0.1, made with the JDK's keytool. */
record Certificate(Path keyStore, Path pem) {
    static final String PASSWORD = "secret";

    static Certificate in(Path folder, String name) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Path pem = folder.resolve(name + ".pem");
        keytool(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1");
        keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
        return new Certificate(store, pem);
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
