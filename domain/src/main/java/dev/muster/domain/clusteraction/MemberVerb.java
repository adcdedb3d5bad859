package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.StrictJson;
import dev.muster.domain.request.Unfit;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An action on a cluster that changes its members: from its arguments, the sizes, the members and
 * what policies decided it makes a plan, which {@link PlanMachine} carries out.
 *
 * @param type of its arguments
 * @param check what is wrong with arguments that can be read
 * @param prepares what policies are told before they decide
 * @param plans makes the plan, or says why there is none
 */
record MemberVerb<A extends MemberArgs>(
    ActionKind kind,
    Class<A> type,
    Function<A, Optional<String>> check,
    Preparing<A> prepares,
    BiFunction<A, PlanDraft, Optional<String>> plans)
    implements ClusterVerb {

  /** Tells policies what is asked for, in the words of the document that they share. */
  interface Preparing<A> {
    void prepare(A args, Roster roster, ObjectNode data);
  }

  static <A extends MemberArgs> MemberVerb<A> of(
      String kind,
      Class<A> type,
      Function<A, Optional<String>> check,
      BiFunction<A, PlanDraft, Optional<String>> plans) {
    return new MemberVerb<>(new ActionKind(kind), type, check, (args, roster, data) -> {}, plans);
  }

  MemberVerb<A> preparing(Preparing<A> how) {
    return new MemberVerb<>(kind, type, check, how, plans);
  }

  private A read(JsonNode args) {
    return StrictJson.MAPPER.treeToValue(args, type);
  }

  @Override
  public Optional<String> whyNot(JsonNode args) {
    try {
      return check.apply(read(args)).map(why -> "/args" + why);
    } catch (JacksonException e) {
      return Optional.of(Unfit.line(Unfit.finding("/args", e)));
    }
  }

  @Override
  public boolean isExclusive(JsonNode args) {
    return read(args).exclusive().orElse(false);
  }

  void prepare(JsonNode args, Roster roster, ObjectNode data) {
    prepares.prepare(read(args), roster, data);
  }

  /** Why there is no plan; empty if there is one now. */
  Optional<String> plan(JsonNode args, PlanDraft draft) {
    try {
      return plans.apply(read(args), draft);
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "what policies decided cannot be carried out: %s (it was: %s)"
              .formatted(e.getMessage(), WireFormat.JSON.writeValueAsString(draft.data())));
    }
  }
}
