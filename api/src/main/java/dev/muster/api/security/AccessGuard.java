package dev.muster.api.security;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.security.Refusals.Refusal;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.identity.AccessDecision;
import dev.muster.domain.identity.AccessDecision.Outcome;
import dev.muster.domain.identity.AccessDecision.Place;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.sql.IdMatch;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The one place in which it is decided whether a request is answered: by what its method {@link
 * Needs}, before anything of the body is read. Whoever may do it everywhere causes no look-up.
 */
public final class AccessGuard implements HandlerInterceptor {

  private static final String ID = "id";

  private final Records records;
  private final Refusals refusals;
  private final JoinProof joins;
  private final ReceiverProof receivers;

  public AccessGuard(Records records, Refusals refusals, JoinProof joins, ReceiverProof receivers) {
    this.records = records;
    this.refusals = refusals;
    this.joins = joins;
    this.receivers = receivers;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    Optional<Identity> identity = ProvenIdentity.current().map(ProvenIdentity::identity);
    try {
      if (isFor(Needs.Where.JOIN_TOKEN, request, handler)) {
        joins.require(request);
      } else if (isFor(Needs.Where.RECEIVER, request, handler)) {
        receivers.require(request, variables(request).getOrDefault("secret", ""));
      } else {
        guard(identity.orElseThrow(Unauthenticated::nobody), request, handler);
      }
      return true;
    } catch (ProblemException refused) {
      Actor who =
          identity
              .map(one -> Actor.user(one.name()))
              .orElseGet(() -> Actor.anonymous(request.getRemoteAddr()));
      refusals.note(Refusal.of(request, who, refused));
      throw refused;
    }
  }

  /** Whether something else than an identity is asked for. */
  private static boolean isFor(Needs.Where where, HttpServletRequest request, Object handler) {
    if (!(handler instanceof HandlerMethod method) || request.getMethod().equals("OPTIONS")) {
      return false;
    }
    @Nullable Needs needs = method.getMethodAnnotation(Needs.class);
    return needs != null && needs.where() == where;
  }

  private void guard(Identity identity, HttpServletRequest request, Object handler) {
    // What it says is the shape of the API, which is no secret.
    if (handler instanceof HandlerMethod method && !request.getMethod().equals("OPTIONS")) {
      @Nullable Needs needs = method.getMethodAnnotation(Needs.class);
      if (needs == null) {
        throw new ProblemException(
            ProblemType.FORBIDDEN, "nobody may do this: the endpoint says not what it takes");
      }
      if (!identity.mayEverywhere(needs.value())) {
        require(identity, needs, request);
      }
    }
  }

  /**
   * Refuses what {@code identity} may not do; for a cluster that only the body names.
   *
   * @throws ProblemException unless it may
   */
  public static void require(Identity identity, Permission permission, ClusterName cluster) {
    if (!identity.may(permission, cluster)) {
      Outcome outcome = AccessDecision.judge(identity, permission, new Place.On(cluster));
      String why =
          outcome instanceof Outcome.Forbidden(String said)
              ? said
              : "no role of yours is for cluster %s; %s".formatted(cluster, identity.standing());
      throw new ProblemException(ProblemType.FORBIDDEN, why);
    }
  }

  private void require(Identity identity, Needs needs, HttpServletRequest request) {
    Map<String, String> variables = variables(request);
    switch (needs.where()) {
      case EVERYWHERE -> judge(identity, needs, new Place.Everywhere(), "");
      case SOMEWHERE -> judge(identity, needs, new Place.Somewhere(), "");
      case CLUSTER -> {
        String name = variables.getOrDefault("cluster", "");
        // A name that none can have is told so by whoever reads it.
        if (name.matches(Label.LABEL)) {
          judge(
              identity,
              needs,
              new Place.On(new ClusterName(name)),
              "there is no cluster %s; GET /v1/clusters lists them".formatted(name));
        } else {
          judge(identity, needs, new Place.Somewhere(), "");
        }
      }
      case JOIN_TOKEN, RECEIVER ->
          throw new IllegalStateException("no identity is asked for there");
      case RUN, ACTION -> requireOnFound(identity, needs, request, variables);
    }
  }

  /** Looks up within what may be seen, and has the handler go on with the whole id. */
  private void requireOnFound(
      Identity identity, Needs needs, HttpServletRequest request, Map<String, String> variables) {
    String text = variables.getOrDefault(ID, "");
    String what = needs.where() == Needs.Where.RUN ? "run" : "action";
    String none = "there is no %s %s; GET /v1/%ss lists them".formatted(what, text, what);
    Sight sight = identity.sight();
    IdMatch match =
        needs.where() == Needs.Where.RUN
            ? records.runs().match(text, sight)
            : records.actions().match(text, sight);
    switch (match) {
      case IdMatch.One(UUID id) -> {
        judge(identity, needs, new Place.On(clusterOf(needs.where(), id, none)), none);
        Map<String, String> whole = new HashMap<>(variables);
        whole.put(ID, id.toString());
        request.setAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, whole);
      }
      case IdMatch.None nothing -> throw ProblemException.notFound(none);
      case IdMatch.Several several ->
          throw ProblemException.ambiguous(
              "%s fits more than one %s; give the id, or more of its characters"
                  .formatted(text, what),
              several.candidates());
      // Whoever reads it says what is wrong with it.
      case IdMatch.Malformed malformed -> judge(identity, needs, new Place.Somewhere(), "");
    }
  }

  private ClusterName clusterOf(Needs.Where where, UUID id, String none) {
    Optional<ClusterName> cluster =
        where == Needs.Where.RUN
            ? records.runs().clusterOf(new RunId(id))
            : records.actions().clusterOf(new ActionId(id));
    return cluster.orElseThrow(() -> ProblemException.notFound(none));
  }

  private static void judge(Identity identity, Needs needs, Place place, String none) {
    switch (AccessDecision.judge(identity, needs.value(), place)) {
      case Outcome.Allowed allowed -> {}
      case Outcome.Hidden hidden -> throw ProblemException.notFound(none);
      case Outcome.Forbidden(String why) -> throw new ProblemException(ProblemType.FORBIDDEN, why);
    }
  }

  private static Map<String, String> variables(HttpServletRequest request) {
    Map<String, String> variables = new HashMap<>();
    if (request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
        instanceof Map<?, ?> given) {
      given.forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
    }
    return variables;
  }
}
