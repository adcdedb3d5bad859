package dev.muster.agent.k0s;

import dev.muster.agent.kube.KubeApi;
import dev.muster.agent.kube.KubeNode;
import dev.muster.agent.kube.KubeStop;
import dev.muster.agent.settings.KubernetesSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks controllers and the node's own Node, once. */
final class K0sReadiness {

  private static final Duration EACH = Duration.ofMinutes(1);

  private final K0sNode node;

  K0sReadiness(K0sNode node) {
    this.node = node;
  }

  /**
   * One that must be ready.
   *
   * @param address empty if nobody knows it, and then it is not
   */
  record Controller(String name, Optional<String> address, int port) {}

  /** Whether the node's own Node is asked for. */
  enum Own {
    ASKED,
    LEFT_OUT
  }

  /** Why not all is ready, the weightiest first; empty if it is. */
  Optional<String> obstacle(List<Controller> ready, Own own) throws InterruptedException {
    List<String> incomplete = new ArrayList<>();
    List<String> unready = new ArrayList<>();
    try (KubeApi api = open()) {
      unready.addAll(controllers(api, ready));
      if (own == Own.ASKED) {
        own(api, incomplete, unready);
      }
    } catch (KubeStop stop) {
      unready.add("%s: %s".formatted(node.name(), stop.why()));
    } catch (IOException unusable) {
      unready.add(String.valueOf(unusable.getMessage()));
    }
    if (!incomplete.isEmpty()) {
      return Optional.of("Incomplete: " + String.join("; ", incomplete));
    }
    return unready.isEmpty()
        ? Optional.empty()
        : Optional.of("NotReady: " + String.join("; ", unready));
  }

  private KubeApi open() throws IOException {
    return switch (node.kubernetes()) {
      case KubernetesSettings.Api api -> KubeApi.open(api);
      case KubernetesSettings.None none -> KubeApi.anonymous();
    };
  }

  private void own(KubeApi api, List<String> incomplete, List<String> unready)
      throws KubeStop, InterruptedException {
    switch (KubeNode.look(api, node.name())) {
      case KubeNode.Look.Absent(String why) -> incomplete.add(why);
      case KubeNode.Look.There there ->
          there.unready().ifPresent(why -> unready.add("%s: %s".formatted(node.name(), why)));
    }
  }

  /** All at the same time. */
  private List<String> controllers(KubeApi api, List<Controller> ready)
      throws InterruptedException {
    List<String> unready = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Optional<String>>> answers =
          ready.stream().map(one -> threads.submit(() -> controller(api, one))).toList();
      try {
        for (Future<Optional<String>> answer : answers) {
          answer.get().ifPresent(unready::add);
        }
      } catch (ExecutionException bug) {
        throw new IllegalStateException("a probe failed", bug.getCause());
      } finally {
        answers.forEach(answer -> answer.cancel(true));
      }
    }
    return unready;
  }

  private Optional<String> controller(KubeApi api, Controller one) throws InterruptedException {
    if (one.address().isEmpty()) {
      return Optional.of("%s: it has no address".formatted(one.name()));
    }
    try {
      String host = one.address().get();
      URI server =
          URI.create(
              "%s://%s:%d"
                  .formatted(
                      node.settings().readyz().text(),
                      host.contains(":") ? "[" + host + "]" : host,
                      one.port()));
      int code = api.readyz(server, EACH);
      return code == 200
          ? Optional.empty()
          : Optional.of("%s: HTTP %d".formatted(one.name(), code));
    } catch (IOException failed) {
      return Optional.of("%s: %s".formatted(one.name(), KubeApi.why(failed)));
    } catch (IllegalArgumentException bad) {
      return Optional.of("%s: '%s' is no address".formatted(one.name(), one.address().get()));
    }
  }
}
