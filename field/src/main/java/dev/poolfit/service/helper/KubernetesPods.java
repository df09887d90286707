package dev.poolfit.service.helper;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Service;
import dev.poolfit.units.OneLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds the pods of a Kubernetes workload, as the user's own kubectl tells them. */
public final class KubernetesPods {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long PATIENCE_SECONDS = 30;

    private KubernetesPods() {}

    /**
     * Returns the command that leads into the only running pod.
     *
     * @throws EnvironmentFailure if kubectl fails, or if there is no running pod, or more than one
     */
    public static Service.AttachCommand command(Service.AttachKubernetes attach) {
        List<String> kubectl = new ArrayList<>(List.of("kubectl"));
        attach.namespace().ifPresent(name -> kubectl.addAll(List.of("--namespace", name)));
        JsonNode workload = get(kubectl, attach.workload());
        String pod = attach.workload().startsWith("po")
                ? workload.path("metadata").path("name").asString()
                : onlyPod(attach, get(kubectl, "pods", "--selector", selector(attach, workload)));
        return new Service.AttachCommand(String.join(" ", kubectl) + " exec -i " + pod + " --", OptionalLong.empty());
    }

    private static String selector(Service.AttachKubernetes attach, JsonNode workload) {
        JsonNode selector = workload.path("spec").path("selector");
        List<String> terms = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(label ->
                        terms.add(label.getKey() + "=" + label.getValue().asString()));
        selector.path("matchExpressions").forEach(each -> terms.add(term(attach, each)));
        if (terms.isEmpty()) {
            throw unlike(attach);
        }
        return String.join(",", terms);
    }

    /** Writes a term as kubectl does (Kubernetes, Labels and Selectors: set-based requirement). */
    private static String term(Service.AttachKubernetes attach, JsonNode expression) {
        String key = expression.path("key").asString();
        String values =
                expression.path("values").valueStream().map(JsonNode::asString).collect(Collectors.joining(","));
        return switch (expression.path("operator").asString("")) {
            case "In" -> key + " in (" + values + ")";
            case "NotIn" -> key + " notin (" + values + ")";
            case "Exists" -> key;
            case "DoesNotExist" -> "!" + key;
            default -> throw unlike(attach);
        };
    }

    private static EnvironmentFailure unlike(Service.AttachKubernetes attach) {
        return new EnvironmentFailure(
                attach.workload() + " does not say by which labels it selects its pods",
                "name the pod: service.attach.kubernetes: pod/NAME");
    }

    private static String onlyPod(Service.AttachKubernetes attach, JsonNode pods) {
        List<String> running = StreamSupport.stream(pods.path("items").spliterator(), false)
                .filter(pod -> pod.path("status").path("phase").asString("").equals("Running"))
                .filter(pod -> pod.path("metadata").path("deletionTimestamp").isMissingNode())
                .map(pod -> pod.path("metadata").path("name").asString())
                .sorted()
                .toList();
        if (running.isEmpty()) {
            throw new EnvironmentFailure(
                    attach.workload() + " has no running pod", "see kubectl describe " + attach.workload());
        }
        if (running.size() > 1) {
            throw new EnvironmentFailure(
                    attach.workload() + " has " + running.size() + " running pods: " + String.join(", ", running)
                            + "; load that is spread over them would not tell the settings of one",
                    "scale it to one, or name one with service.attach.kubernetes: pod/NAME and send the load to it alone");
        }
        return running.get(0);
    }

    private static JsonNode get(List<String> kubectl, String... what) {
        var command = new ArrayList<>(kubectl);
        command.add("get");
        command.addAll(List.of(what));
        command.addAll(List.of("--output", "json"));
        try {
            Process process = new ProcessBuilder(command).start();
            process.getOutputStream().close();
            CompletableFuture<String> complaint = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> text(process.getInputStream()));
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new EnvironmentFailure(
                        "kubectl gave no answer within " + PATIENCE_SECONDS + " s",
                        "check that \"" + String.join(" ", command) + "\" works");
            }
            if (process.exitValue() != 0) {
                throw new EnvironmentFailure(
                        "kubectl failed: " + OneLine.of(complaint.join()),
                        "check that \"" + String.join(" ", command) + "\" works");
            }
            return JSON.readTree(answer.join());
        } catch (IOException absent) {
            throw new EnvironmentFailure(
                    "kubectl cannot be started: " + OneLine.of(absent.getMessage()),
                    "install it, or name a command that leads into the pod: service.attach.command",
                    absent);
        } catch (JacksonException strange) {
            throw new EnvironmentFailure(
                    "kubectl answered something else than JSON: " + OneLine.of(strange.getMessage()),
                    "check that \"" + String.join(" ", command) + "\" works",
                    strange);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new EnvironmentFailure("interrupted while kubectl answered", "start again", interrupted);
        }
    }

    private static String text(java.io.InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            return String.valueOf(broken.getMessage());
        }
    }
}
