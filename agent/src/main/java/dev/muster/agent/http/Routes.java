package dev.muster.agent.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which resource answers which path and method; {@code *} stands for any segment. */
final class Routes {

  private final Map<String, Map<String, Resource>> byPath = new TreeMap<>();

  Routes add(String method, String path, Resource resource) {
    byPath.computeIfAbsent(path, any -> new TreeMap<>()).put(method, resource);
    return this;
  }

  void dispatch(Call call) throws IOException, InterruptedException {
    for (Map.Entry<String, Map<String, Resource>> entry : byPath.entrySet()) {
      if (matches(List.of(entry.getKey().split("/")), call.path())) {
        Resource resource = entry.getValue().get(call.method());
        if (resource == null) {
          String allowed = String.join(", ", entry.getValue().keySet());
          call.set("Allow", allowed);
          throw RequestProblem.methodNotAllowed(allowed);
        }
        resource.handle(call);
        return;
      }
    }
    throw RequestProblem.notFound(
        "the agent answers /v1/info, /v1/actions, /v1/actions/ID, its /log and /signal, /v1/token,"
            + " /healthz and /metrics");
  }

  private static boolean matches(List<String> pattern, List<String> path) {
    if (pattern.size() != path.size()) {
      return false;
    }
    for (int i = 0; i < path.size(); i++) {
      if (!pattern.get(i).equals("*") && !pattern.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }
}
