package dev.muster.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Kubeconfigs as people write them. */
public final class KubeconfigText {

  private KubeconfigText() {}

  /**
   * One with two contexts, of which the second counts.
   *
   * @param cluster lines of the cluster
   * @param user lines of the user
   */
  public static Path write(Path folder, String cluster, String user) throws IOException {
    return Files.writeString(
        folder.resolve("kube.conf"),
        """
        apiVersion: v1
        kind: Config
        current-context: there
        contexts:
          - name: elsewhere
            context: {cluster: elsewhere, user: nobody}
          - name: there
            context:
              cluster: stub # of the test
              user: agent
        clusters:
          - {name: elsewhere, cluster: {server: "https://192.0.2.1:6443"}}
          - name: stub
            cluster:
        %s
        users:
          - name: agent
            user:
        %s
        """
            .formatted(cluster.indent(6).stripTrailing(), user.indent(6).stripTrailing()));
  }
}
