package dev.muster.cli.command;

import java.util.Map;
import java.util.Objects;

/** One command of each noun, as its help shows it. */
final class NounExamples {

  private static final Map<String, String> EXAMPLES =
      Map.ofEntries(
          Map.entry("playbook", "apply rolling-restart.yaml"),
          Map.entry("run", "start rolling-restart --cluster demo --param service=web --follow"),
          Map.entry("cluster", "list"),
          Map.entry("node", "list demo"),
          Map.entry("agent", "install ssh://root@db-1 --cluster prod --node db-1"),
          Map.entry("agent-token", "create --cluster demo --expires 1h --uses 10"),
          Map.entry("discovery", "add demo --file hosts.yaml"),
          Map.entry("action", "list --cluster demo --state RUNNING"),
          Map.entry("policy", "attach demo spread"),
          Map.entry("profile", "apply small.yaml"),
          Map.entry("member", "list demo"),
          Map.entry("k0s", "apply plan.yaml --cluster demo --follow"),
          Map.entry("schedule", "create demo nightly --kind cluster.check --cron '30 2 * * *'"),
          Map.entry("receiver", "create demo alarm --kind cluster.check"),
          Map.entry("retention", "set --runs 180d --at-least 1000"),
          Map.entry("token", "create --name ci --role operator --cluster 'prod-*' --expires 90d"));

  private NounExamples() {}

  /** The example of a noun, behind its name. */
  static String of(String noun) {
    return Objects.requireNonNull(EXAMPLES.get(noun), noun);
  }
}
