package dev.muster.cli.follow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is different between two looks at a plan, one line for each. Why something waits is said
 * once, by the command; nodes that wait for their turn are not told one by one.
 */
final class PlanChanges {
  private static final int NAMES_TOLD = 10;

  private PlanChanges() {}

  /** From what was seen before, if it was, to what is seen now. */
  static List<String> between(Optional<PlanView> before, PlanView now) {
    Map<String, String> known = new HashMap<>();
    before.ifPresent(plan -> facts(plan).forEach(fact -> known.put(fact.of(), fact.text())));
    List<String> changes = new ArrayList<>();
    for (Fact fact : facts(now)) {
      if (!fact.text().equals(known.getOrDefault(fact.of(), ""))) {
        changes.add(fact.text());
      }
    }
    return changes;
  }

  /**
   * @param of what it is about
   * @param text the whole line
   */
  private record Fact(String of, String text) {}

  private static List<Fact> facts(PlanView plan) {
    List<Fact> facts = new ArrayList<>();
    for (PlanView.Command command : plan.commands()) {
      String title = "command " + command.title();
      if (!command.targets().isEmpty()) {
        facts.add(new Fact(title + " for", title + " is for " + names(command.targets())));
      }
      add(facts, title, command.state(), command.description());
      for (PlanView.Target target : command.targets()) {
        if (!target.isPending()) {
          add(facts, title + ": " + target.name(), target.state(), target.failure());
        }
      }
    }
    add(facts, "plan " + plan.name(), plan.stateWord(), plan.isFinal() ? plan.why() : "");
    return facts;
  }

  private static String names(List<PlanView.Target> targets) {
    String names =
        String.join(", ", targets.stream().limit(NAMES_TOLD).map(PlanView.Target::name).toList());
    int more = targets.size() - NAMES_TOLD;
    return more > 0 ? "%s and %d more".formatted(names, more) : names;
  }

  private static void add(List<Fact> facts, String what, String state, String why) {
    facts.add(new Fact(what, "%s is %s%s".formatted(what, state, why.isEmpty() ? "" : ": " + why)));
  }
}
