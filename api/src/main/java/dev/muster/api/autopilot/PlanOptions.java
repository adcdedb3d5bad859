package dev.muster.api.autopilot;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is said beside a plan, which becomes its annotations. */
final class PlanOptions {

  static final String DESCRIPTION =
      "YAML or JSON of a Plan of `autopilot.k0sproject.io/v1beta2`. One that is new is begun: its"
          + " nodes are found and kept, and its run starts. The same again changes nothing (200). A"
          + " plan that is over begins anew with another `spec.id`; the spec of one that runs cannot"
          + " be changed. The parameters become annotations `muster.dev/…` of the plan.";

  static final String AFTER = "CLUSTER/PLAN: begin when that plan is Completed";

  private static final List<String> NAMES =
      List.of(
          "settle",
          "windows",
          "batches",
          "node-deadline",
          "deadline",
          "drain",
          "drain-timeout",
          "drain-grace",
          "keep-cordoned",
          "approval",
          "max-failures",
          "after",
          "dialect");

  private PlanOptions() {}

  /** The values by the names of their annotations, in the order of {@link #NAMES}. */
  @SafeVarargs
  static Map<String, Optional<String>> named(Optional<String>... values) {
    Map<String, Optional<String>> named = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(NAMES.get(i), values[i]);
    }
    return named;
  }
}
