package dev.muster.agent.settings;

import dev.muster.agent.json.JsonFields;
import java.nio.file.Path;
import java.util.Optional;

/** Whether this node is one of a Kubernetes cluster, and how the agent gets at that one's API. */
public sealed interface KubernetesSettings {

  /**
   * It is.
   *
   * @param kubeconfig read when it is used: what is renewed there counts at once
   * @param node the name of the Node object; empty if it is the agent's own
   */
  record Api(Path kubeconfig, Optional<String> node) implements KubernetesSettings {}

  /**
   * There is no API that could be asked, and what would be asked of it is left out.
   *
   * @param why for everybody to read whenever something is left out
   */
  record None(String why) implements KubernetesSettings {}

  /** What stands under {@code kubernetes}. */
  static KubernetesSettings read(JsonFields fields) {
    Optional<Path> kubeconfig = fields.optionalText("kubeconfig").map(Path::of);
    Optional<String> none = fields.optionalText("none");
    Optional<String> node = fields.optionalText("node");
    if (kubeconfig.isPresent() == none.isPresent()) {
      throw fields.wrong(
          "%s of kubeconfig and none given (expected: \"kubeconfig\": FILE, or \"none\": why there is no Kubernetes API)"
              .formatted(none.isPresent() ? "both" : "neither"));
    }
    if (none.isPresent()) {
      if (node.isPresent()) {
        throw fields.wrong("node is for a kubeconfig, not for none");
      }
      return new None(none.get());
    }
    return new Api(kubeconfig.orElseThrow(), node);
  }
}
