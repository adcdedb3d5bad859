import client.ApiClient;
import client.api.ClustersApi;
import client.api.NodesApi;
import client.api.PlaybooksApi;
import client.api.RunsApi;
import client.model.NewClusterRequest;
import client.model.NewNodeRequest;
import client.model.RunJson;
import client.model.Start;
import java.util.List;
import java.util.Map;

/** Starts a run with the Java client that openapi-generator makes, and reads its end. */
public final class Client {

  private static final int TRIES = 300;

  public static void main(String[] arguments) throws Exception {
    ApiClient api = new ApiClient();
    api.updateBaseUri(arguments[0]);
    String cluster = "java-client";
    new ClustersApi(api).createCluster(new NewClusterRequest().name(cluster).labels(Map.of("made", "java")), "ada");
    new NodesApi(api).registerNode(cluster, new NewNodeRequest().id("node-1").agent(arguments[1]), "ada");
    Map<String, Object> step = Map.of("name", "ping", "action", "test.ping");
    Map<String, Object> stage = Map.of("name", "all", "targets", Map.of("select", ""), "steps", List.of(step));
    new PlaybooksApi(api)
        .createPlaybook(
            Map.of(
                "apiVersion", "muster/v1",
                "kind", "Playbook",
                "metadata", Map.of("name", cluster),
                "stages", List.of(stage)),
            "ada");
    RunsApi runs = new RunsApi(api);
    RunJson run = runs.startRun(cluster, new Start().playbook(cluster).reason("generated"), "ada");
    for (int i = 0; run.getFinishedAt() == null && i < TRIES; i++) {
      Thread.sleep(200);
      run = runs.showRun(run.getId().toString());
    }
    System.out.println("java: " + run.getSummary());
    System.exit(run.getState() == RunJson.StateEnum.COMPLETED ? 0 : 1);
  }
}
