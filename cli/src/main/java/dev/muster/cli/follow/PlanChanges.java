package dev.muster.cli.follow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is different between two looks at a plan, one line for each. */
final class PlanChanges {

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
      add(facts, title, command.state(), command.description());
      for (PlanView.Target target : command.targets()) {
        add(facts, title + ": " + target.name(), target.state(), target.why());
      }
    }
    add(facts, "plan " + plan.name(), plan.stateWord(), plan.why());
    return facts;
  }

  private static void add(List<Fact> facts, String what, String state, String why) {
    facts.add(new Fact(what, "%s is %s%s".formatted(what, state, why.isEmpty() ? "" : ": " + why)));
  }
}
