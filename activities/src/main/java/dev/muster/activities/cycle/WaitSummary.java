package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.SignalTrust;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.shown.Shortened;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.WaitingAction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a cluster waits for, in a few lines for people: the reasons that most actions share. */
final class WaitSummary {

  private static final int MOST = 8;
  private static final int LONGEST = 240;

  private WaitSummary() {}

  /**
   * Approvals first, because only people can give them; with the command that works where what
   * Temporal's tools can send is not believed.
   *
   * @param waiting in order of service
   */
  static List<String> lines(
      Collection<ActionBrief> unfinished, List<WaitingAction> waiting, SignalTrust trust) {
    List<String> lines = new ArrayList<>();
    unfinished.stream()
        .filter(action -> action.state() == ActionState.PENDING_APPROVE)
        .limit(MOST / 2)
        .forEach(action ->
            lines.add(
                "action `%s` (%s on %s) waits for approval%s"
                    .formatted(
                        action.id(),
                        action.kind(),
                        action.node().map(NodeId::value).orElse("the cluster"),
                        switch (trust) {
                          case TRUSTED -> "";
                          case UNTRUSTED -> ": `muster action approve %s`".formatted(action.id());
                        })));
    // Thousands may wait for the same thing: a text is looked at once, and counted.
    Map<String, WaitReason> reasons = new HashMap<>();
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (WaitingAction one : waiting) {
      reasons.putIfAbsent(one.reason().text(), one.reason());
      counts.merge(one.reason().text(), 1, Integer::sum);
    }
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(MOST - lines.size())
        .forEach(reason ->
            lines.add(
                Shortened.to(
                    LONGEST,
                    "%d %s %s"
                        .formatted(
                            reason.getValue(),
                            reason.getValue() == 1 ? "action waits," : "actions wait,",
                            Optional.ofNullable(reasons.get(reason.getKey()))
                                .map(one -> one.code() + ": " + one.text())
                                .orElseThrow()))));
    return lines;
  }
}
