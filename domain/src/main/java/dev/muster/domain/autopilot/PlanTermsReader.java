package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanTerms.After;
import dev.muster.domain.autopilot.PlanTerms.Care;
import dev.muster.domain.autopilot.PlanTerms.Cordon;
import dev.muster.domain.autopilot.PlanTerms.Draining;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.Names;
import dev.muster.domain.playbook.Pointers;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Reads the annotations {@code muster.dev/…} of a plan. What is wrong becomes a finding. */
final class PlanTermsReader {

  private static final String PREFIX = "muster.dev/";
  private static final String PATH = "/metadata/annotations";

  private static final String SETTLE = "settle";
  private static final String WINDOWS = "windows";
  private static final String BATCHES = "batches";
  private static final String NODE_DEADLINE = "node-deadline";
  private static final String DEADLINE = "deadline";
  private static final String DRAIN = "drain";
  private static final String DRAIN_TIMEOUT = "drain-timeout";
  private static final String DRAIN_GRACE = "drain-grace";
  private static final String KEEP_CORDONED = "keep-cordoned";
  private static final String APPROVAL = "approval";
  private static final String MAX_FAILURES = "max-failures";
  private static final String AFTER = "after";
  private static final String DIALECT = "dialect";

  private static final List<String> KNOWN =
      List.of(
          AFTER,
          APPROVAL,
          BATCHES,
          DEADLINE,
          DIALECT,
          DRAIN,
          DRAIN_GRACE,
          DRAIN_TIMEOUT,
          KEEP_CORDONED,
          MAX_FAILURES,
          NODE_DEADLINE,
          SETTLE,
          WINDOWS);

  private static final Duration SETTLE_PATIENCE = Duration.ofMinutes(5);
  private static final Duration LONGEST = Duration.ofDays(365);
  private static final int MOST_BATCHES = 100;
  private static final int MOST_APPROVALS = 20;

  private final List<Finding> findings;
  private final Map<String, String> given = new TreeMap<>();

  PlanTermsReader(List<Finding> findings) {
    this.findings = findings;
  }

  PlanTerms terms(JsonNode annotations) {
    for (Map.Entry<String, JsonNode> entry : annotations.properties()) {
      if (entry.getKey().startsWith(PREFIX)) {
        String name = entry.getKey().substring(PREFIX.length());
        given.put(name, entry.getValue().stringValue().strip());
        if (!KNOWN.contains(name)) {
          add(name, "unknown annotation%s".formatted(hint(entry.getKey())));
        }
      }
    }
    Optional<Care> care = read(APPROVAL, PlanTermsReader::approval);
    return new PlanTerms(
        read(SETTLE, PlanTermsReader::settle),
        read(WINDOWS, WindowText::parse).orElse(List.of()),
        read(BATCHES, PlanTermsReader::batches).orElse(List.of()),
        read(NODE_DEADLINE, PlanTermsReader::duration),
        read(DEADLINE, PlanTermsReader::duration),
        draining(),
        new Care(
            care.map(Care::approvals).orElse(0),
            care.map(Care::approvers).orElse(List.of()),
            read(MAX_FAILURES, PlanTermsReader::share).orElse(Share.nodes(0))),
        read(AFTER, PlanTermsReader::after),
        read(DIALECT, Dialect::parse));
  }

  private static String hint(String name) {
    return Names.hint(name, KNOWN.stream().map(PREFIX::concat).toList());
  }

  private Draining draining() {
    boolean skipped = read(DRAIN, text -> word(text, "skip")).isPresent();
    boolean kept =
        read(KEEP_CORDONED, text -> word(text, "true", "false")).filter("true"::equals).isPresent();
    Optional<Duration> timeout = read(DRAIN_TIMEOUT, PlanTermsReader::duration);
    Optional<Duration> grace = read(DRAIN_GRACE, PlanTermsReader::notNegative);
    if (skipped && (kept || timeout.isPresent() || grace.isPresent())) {
      add(
          DRAIN,
          "'skip' means that nodes are neither cordoned nor drained, so keep-cordoned, drain-timeout and drain-grace have no meaning beside it (expected: one or the other)");
    }
    return new Draining(
        skipped ? Cordon.SKIPPED : kept ? Cordon.KEPT : Cordon.LIFTED, timeout, grace);
  }

  private <T> Optional<T> read(String name, Function<String, T> reader) {
    String text = given.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(text));
    } catch (IllegalArgumentException e) {
      add(name, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void add(String name, String message) {
    findings.add(new Finding(Pointers.child(PATH, PREFIX + name), message));
  }

  private static String word(String text, String... known) {
    if (!List.of(known).contains(text)) {
      throw wrong(text, String.join(" or ", known));
    }
    return text;
  }

  private static Duration duration(String text) {
    Duration duration = notNegative(text);
    if (duration.isZero()) {
      throw wrong(text, "a duration of more than 0s, such as 10m");
    }
    return duration;
  }

  private static Duration notNegative(String text) {
    Duration duration = DurationText.parse(text);
    if (duration.compareTo(LONGEST) > 0) {
      throw wrong(text, "a duration of at most 365d");
    }
    return duration;
  }

  private static Share share(String text) {
    try {
      return Share.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(text, "a number of nodes such as 2, or a share such as 10%");
    }
  }

  private static List<Share> batches(String text) {
    List<Share> batches = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Share share = share(part.strip());
      if (share.amount() == 0) {
        throw wrong(part.strip(), "batches of more than 0 nodes, such as 1,10%,50%");
      }
      batches.add(share);
    }
    if (batches.size() > MOST_BATCHES) {
      throw wrong(text, "at most %d batches; the last one repeats".formatted(MOST_BATCHES));
    }
    return batches;
  }

  private static SettleRule settle(String text) {
    if (!text.contains("=")) {
      Duration stable = duration(text);
      return new SettleRule(Duration.ZERO, stable, stable.plus(SETTLE_PATIENCE));
    }
    Map<String, Duration> parts = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.strip().split("=", 2);
      boolean known = List.of("wait", "stable", "timeout").contains(sides[0].strip());
      if (!known || sides.length < 2) {
        throw wrong(text, "30s, or wait=5s,stable=30s,timeout=5m");
      }
      parts.put(sides[0].strip(), notNegative(sides[1].strip()));
    }
    Duration wait = parts.getOrDefault("wait", Duration.ZERO);
    Duration stable = parts.getOrDefault("stable", Duration.ZERO);
    Duration timeout = parts.getOrDefault("timeout", wait.plus(stable).plus(SETTLE_PATIENCE));
    return new SettleRule(wait, stable, timeout);
  }

  private static Care approval(String text) {
    String expected =
        "how many people must agree, 0 to %d, such as 1; or with who may: 2 from ada, group:sre, role:approver"
            .formatted(MOST_APPROVALS);
    String[] parts = text.split("\\s+from\\s+", 2);
    if (!parts[0].matches("[0-9]{1,2}") || Integer.parseInt(parts[0]) > MOST_APPROVALS) {
      throw wrong(text, expected);
    }
    List<String> from =
        parts.length < 2
            ? List.of()
            : Stream.of(parts[1].split(",", -1)).map(String::strip).toList();
    if (from.stream().anyMatch(String::isEmpty)) {
      throw wrong(text, expected);
    }
    for (String entry : from) {
      if (entry.startsWith(Identity.ROLE)) {
        Role.require(entry.substring(Identity.ROLE.length()));
      }
    }
    return new Care(Integer.parseInt(parts[0]), from, Share.nodes(0));
  }

  private static After after(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2) {
      throw wrong(text, "the cluster and the plan that must be Completed first, as CLUSTER/PLAN");
    }
    Label.requireSubdomain("plan", parts[1]);
    return new After(new ClusterName(parts[0]), parts[1]);
  }

  private static IllegalArgumentException wrong(String text, String expected) {
    return new IllegalArgumentException(
        "'%s' (expected: %s)".formatted(Names.shortened(text), expected));
  }
}
