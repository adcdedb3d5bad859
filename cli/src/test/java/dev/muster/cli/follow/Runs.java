package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Runs as the API would show them, built up in a test's own words. */
public final class Runs {
  /** When every run of the tests was started. */
  public static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  public static final String ID = "3f2a91c4-0000-4000-8000-000000000001";

  private final ObjectNode json = Json.object();
  private final ArrayNode stages = json.arrayNode();

  private Runs(String state) {
    json.put("id", ID).put("cluster", "demo").put("playbook", "rolling-restart");
    json.put("version", 1).put("state", state).put("requester", "ada");
    json.put("reason", "new kernel").put("ticket", "OPS-12").put("planHash", "abc123");
    json.put("createdAt", at(0)).put("startedAt", at(0));
  }

  public static Runs in(String state) {
    return new Runs(state);
  }

  public Runs summary(String summary) {
    json.put("summary", summary);
    return this;
  }

  public Runs because(String stateReason) {
    json.put("stateReason", stateReason);
    return this;
  }

  public Runs with(String field, String value) {
    json.put(field, value);
    return this;
  }

  public Runs finished(int second) {
    json.put("finishedAt", at(second));
    return this;
  }

  public Runs stage(Stage stage) {
    stage.json.put("index", stages.size());
    stages.add(stage.build());
    return this;
  }

  public ObjectNode json() {
    json.set("stages", stages);
    return json;
  }

  public String text() {
    return Json.write(json());
  }

  public RunView view() {
    return RunView.parse(json());
  }

  static String at(double second) {
    return START.plusMillis((long) (second * 1000)).toString();
  }

  /** A stage with steps restart and healthy, unless it is told otherwise. */
  public static final class Stage {
    private final ObjectNode json = Json.object();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Integer> hidden = new TreeMap<>();

    private Stage(String name, String state) {
      json.put("name", name).put("state", state).put("kind", "FORWARD");
      json.put("concurrency", 1).put("maxFailures", 1).put("minHealthy", 0);
      steps("restart", "healthy");
    }

    public static Stage named(String name, String state) {
      return new Stage(name, state);
    }

    public Stage steps(String... names) {
      ArrayNode steps = json.putArray("steps");
      Arrays.stream(names).forEach(steps::add);
      return this;
    }

    public Stage concurrency(int nodes) {
      json.put("concurrency", nodes);
      return this;
    }

    public Stage opened(double second) {
      json.put("openedAt", at(second));
      return this;
    }

    public Stage finished(double second) {
      json.put("finishedAt", at(second));
      return this;
    }

    public Stage because(String reason) {
      json.put("reason", reason);
      return this;
    }

    public Stage rollback() {
      json.put("kind", "ROLLBACK");
      return this;
    }

    public Stage approval(int required, String... agreed) {
      ObjectNode approval = json.putObject("approval").put("required", required);
      approval.put("until", at(3600));
      approval.putArray("from");
      ArrayNode answers = approval.putArray("answers");
      for (String by : agreed) {
        answers.addObject().put("by", by).put("verdict", "APPROVE").put("at", at(5));
      }
      return this;
    }

    public Stage nodes(Node... more) {
      nodes.addAll(List.of(more));
      return this;
    }

    public Stage nodes(List<Node> more) {
      nodes.addAll(more);
      return this;
    }

    /** More nodes than those that are shown, by state in lower case, such as pending. */
    public Stage more(String state, int number) {
      hidden.merge(state, number, Integer::sum);
      json.withObject("/sampled").put("settling", 0).withArray("/waits");
      return this;
    }

    /** What actions of a stage with more nodes wait for. */
    public Stage waits(int actions, String node, String code, String text) {
      json.withObject("/sampled")
          .withArray("/waits")
          .addObject()
          .put("code", code)
          .put("actions", actions)
          .put("node", node)
          .put("text", text);
      return this;
    }

    private ObjectNode build() {
      Map<String, Integer> counts = new TreeMap<>(hidden);
      for (String name :
          List.of("pending", "running", "succeeded", "failed", "skipped", "cancelled")) {
        counts.putIfAbsent(name, 0);
      }
      ArrayNode array = json.putArray("nodes");
      for (Node node : nodes) {
        array.add(node.json);
        counts.merge(node.counted(), 1, Integer::sum);
      }
      ObjectNode numbers = json.putObject("counts");
      counts.forEach(numbers::put);
      return json;
    }
  }

  /** A node in a stage. */
  public static final class Node {
    private final ObjectNode json = Json.object();
    private final ArrayNode steps = json.putArray("steps");

    private Node(String name, String state) {
      json.put("node", name).put("batch", 0).put("state", state);
    }

    public static Node named(String name, String state) {
      return new Node(name, state);
    }

    /** Waits for its first step. */
    public static Node waiting(String name, String code, String text) {
      Node node = named(name, "PENDING");
      node.step("restart", "PENDING_SCHEDULE")
          .putObject("wait")
          .put("code", code)
          .put("text", text);
      return node;
    }

    /** Went through both steps in four seconds. */
    public static Node done(String name, double start) {
      return named(name, "SUCCEEDED")
          .from(start)
          .to(start + 4)
          .ran("restart", start, start + 3)
          .ran("healthy", start + 3, start + 4);
    }

    /** Its first step was cancelled before it began. */
    public static Node cancelled(String name, double second) {
      Node node = named(name, "CANCELLED").to(second);
      node.step("restart", "CANCELLED").put("finishedAt", at(second + 1));
      return node;
    }

    public Node from(double second) {
      json.put("startedAt", at(second));
      return this;
    }

    public Node to(double second) {
      json.put("finishedAt", at(second));
      return this;
    }

    public Node settling(String reason) {
      json.put("settling", true).put("reason", reason);
      return this;
    }

    public Node because(String reason) {
      json.put("reason", reason);
      return this;
    }

    public Node ran(String step, double start, double end) {
      step(step, "DONE").put("startedAt", at(start)).put("finishedAt", at(end));
      return this;
    }

    public Node runs(String step, int attempt, double start) {
      step(step, "RUNNING").put("attempt", attempt).put("startedAt", at(start));
      return this;
    }

    public Node failed(String step, int attempt, double start, double end, String error) {
      step(step, "FAILED")
          .put("attempt", attempt)
          .put("startedAt", at(start))
          .put("finishedAt", at(end))
          .putObject("error")
          .put("message", error);
      return this;
    }

    public Node awaits(String step, int attempt, String code, String text) {
      step(step, "PENDING_SCHEDULE")
          .put("attempt", attempt)
          .putObject("wait")
          .put("code", code)
          .put("text", text);
      return this;
    }

    private ObjectNode step(String step, String state) {
      String id = "0b7c55d2-0000-4000-8000-%012d".formatted(steps.size());
      return steps
          .addObject()
          .put("step", step)
          .put("action", id)
          .put("attempt", 1)
          .put("state", state);
    }

    private String counted() {
      return switch (json.path("state").asString()) {
        case "RUNNING" -> "running";
        case "SUCCEEDED" -> "succeeded";
        case "FAILED", "TIMED_OUT", "UNREACHABLE" -> "failed";
        case "SKIPPED" -> "skipped";
        case "CANCELLED" -> "cancelled";
        default -> "pending";
      };
    }
  }
}
