package dev.muster.domain.identity;

import dev.muster.domain.cluster.ClusterName;

/** Whether somebody may do what a request asks for. */
public final class AccessDecision {

  /** Where something is to be done. */
  public sealed interface Place {

    /** On a cluster, whether there is one of the name or not. */
    record On(ClusterName cluster) implements Place {}

    /** On some cluster; the request shows, or looks at, those alone on which it may. */
    record Somewhere() implements Place {}

    /** On no cluster in particular, with consequences for each. */
    record Everywhere() implements Place {}
  }

  /** The answer. */
  public sealed interface Outcome {

    /** It may be done. */
    record Allowed() implements Outcome {}

    /** The place is none that this identity may know of: as if it were not there. */
    record Hidden() implements Outcome {}

    /**
     * It may not be done.
     *
     * @param why what it takes, and what the identity has
     */
    record Forbidden(String why) implements Outcome {}
  }

  private AccessDecision() {}

  /** Whether {@code identity} has the permission there. */
  public static Outcome judge(Identity identity, Permission permission, Place place) {
    boolean allowed =
        switch (place) {
          case Place.On(ClusterName cluster) -> identity.may(permission, cluster);
          case Place.Somewhere some -> identity.maySomewhere(permission);
          case Place.Everywhere every -> identity.mayEverywhere(permission);
        };
    if (allowed) {
      return new Outcome.Allowed();
    }
    boolean hidden =
        place instanceof Place.On(ClusterName cluster) && !identity.may(Permission.READ, cluster);
    return hidden
        ? new Outcome.Hidden()
        : new Outcome.Forbidden(
            "it takes the permission %s on %s (roles that have it: %s); %s"
                .formatted(
                    permission.word(),
                    words(place),
                    String.join(", ", permission.roles().stream().map(Role::word).toList()),
                    identity.standing()));
  }

  private static String words(Place place) {
    return switch (place) {
      case Place.On(ClusterName cluster) -> "cluster " + cluster;
      case Place.Somewhere some -> "some cluster";
      case Place.Everywhere every -> "every cluster (*)";
    };
  }
}
