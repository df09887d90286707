package dev.poolfit.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.poolfit.service.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service in the only pod of a workload is found by the user's own kubectl. A program stands in for kubectl: it
 * answers in kubectl's form, and its {@code exec} runs the program on this machine. No cluster was at hand.
 */
class KubernetesIT {
    @TempDir
    private static Path folder = Path.of("");

    private static ServiceProcess service;

    @BeforeAll
    static void start() throws Exception {
        service = ServiceProcess.start("-DpoolMBeans=false");
        Path kubectl = folder.resolve("kubectl");
        Files.writeString(kubectl, """
                #!/bin/sh
                case "$*" in
                  "get deployment/shop --output json")
                    printf '{"kind":"Deployment","metadata":{"name":"shop"},"spec":{"selector":{"matchLabels":{"app":"shop"},"matchExpressions":[
                      {"key":"tier","operator":"In","values":["web","api"]},{"key":"canary","operator":"DoesNotExist"}]}}}' ;;
                  "get deployment/many --output json"|"get deployment/idle --output json")
                    name=${2#deployment/}
                    printf '{"kind":"Deployment","metadata":{"name":"%s"},"spec":{"replicas":1,"selector":{"matchLabels":{"app":"%s"}}}}' $name $name ;;
                  "get pods --selector app=shop,tier in (web,api),!canary --output json")
                    printf '{"kind":"List","items":[
                      {"metadata":{"name":"shop-7d9f-old","deletionTimestamp":"2026-11-23T05:00:00Z"},"status":{"phase":"Running"}},
                      {"metadata":{"name":"shop-7d9f-x2x"},"status":{"phase":"Running"}},
                      {"metadata":{"name":"shop-7d9f-new"},"status":{"phase":"Pending"}}]}' ;;
                  "get pods --selector app=many --output json")
                    printf '{"items":[{"metadata":{"name":"many-b"},"status":{"phase":"Running"}},
                      {"metadata":{"name":"many-a"},"status":{"phase":"Running"}}]}' ;;
                  "get pods --selector app=idle --output json")
                    printf '{"items":[]}' ;;
                  "exec -i shop-7d9f-x2x -- "*)
                    shift 4; exec "$@" ;;
                  *)
                    echo "Error from server (NotFound): deployments.apps \\"${2#deployment/}\\" not found" >&2; exit 1 ;;
                esac
                """);
        assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void the_only_running_pod_is_looked_at_and_checked() throws Exception {
        Program.Result init = init("deployment/shop", "shop.yaml");

        assertThat(init.exitCode()).as(init.toString()).isZero();
        assertThat(Files.readString(folder.resolve("shop.yaml"))).contains("attach: {kubernetes: deployment/shop}");
        Program.Result check = run("check", "shop.yaml");
        assertThat(check.exitCode()).as(check.toString()).isZero();
        assertThat(check.out()).contains("Initial settings: pool 10");
    }

    @Test
    void several_pods_no_pod_and_no_workload_are_told() throws Exception {
        Program.Result many = init("deployment/many", "many.yaml");
        Program.Result idle = init("deployment/idle", "idle.yaml");
        Program.Result none = init("deployment/none", "none.yaml");

        assertThat(many.exitCode()).isEqualTo(Main.ENVIRONMENT_FAILED);
        assertThat(many.err())
                .contains("deployment/many has 2 running pods: many-a, many-b")
                .contains("pod/NAME");
        assertThat(idle.err()).contains("deployment/idle has no running pod");
        assertThat(none.err())
                .contains("kubectl failed: Error from server (NotFound)")
                .contains("none");
    }

    private static Program.Result init(String workload, String out) throws Exception {
        return run("init", "--kubernetes", workload, "--port", "" + service.port(), "--out", out);
    }

    private static Program.Result run(String... arguments) throws Exception {
        return Program.run(folder, Map.of("PATH", folder + ":" + System.getenv("PATH")), arguments);
    }
}
