package dev.muster.agent.k0s;

import dev.muster.agent.json.JsonFields;
import dev.muster.agent.kube.KubeDrain;
import dev.muster.agent.probe.HttpProbe;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The arguments of {@code k0s.update} and {@code k0s.airgap-update}. */
final class K0sArgs {

  private static final Duration DRAIN = Duration.ofMinutes(2);
  private static final Duration STALL = Duration.ofMinutes(1);

  private K0sArgs() {}

  /**
   * What is to be brought.
   *
   * @param platforms by Go's names, such as {@code linux-amd64}
   * @param stall how long a server may send nothing
   */
  record Wanted(String version, Map<String, Image> platforms, Duration stall) {}

  /** Where the file for a platform is, and what it is. */
  record Image(URI url, Optional<String> sha256) {}

  /** What {@code k0s.update} is to do. */
  record Update(
      Wanted wanted, Force force, Drain drain, KubeDrain.Plan plan, Afterwards afterwards) {}

  /** What counts as the right version. */
  enum Force {
    /** The one that is asked for, and nothing is done where it runs. */
    OFF,
    /** Whatever comes up after the exchange. */
    FORCED
  }

  /** Whether pods are evicted. */
  enum Drain {
    /** They are. */
    EVICTS,
    /** The node is only cordoned. */
    SKIPPED
  }

  /** What becomes of a node that was cordoned for the update. */
  enum Afterwards {
    /** It takes pods again. */
    UNCORDONED,
    /** Somebody else has it take pods again. */
    KEPT_CORDONED
  }

  static Update update(JsonFields args) {
    Optional<KubeDrain.Plan> drain = args.object("drain", K0sArgs::plan);
    boolean skips = args.node("drain").filter(it -> it.path("skip").asBoolean(false)).isPresent();
    return new Update(
        wanted(args),
        args.flag("forceupdate").orElse(false) ? Force.FORCED : Force.OFF,
        skips ? Drain.SKIPPED : Drain.EVICTS,
        drain.orElse(new KubeDrain.Plan(DRAIN, Optional.empty(), KubeDrain.Bare.EVICTED)),
        args.flag("keepCordoned").orElse(false) ? Afterwards.KEPT_CORDONED : Afterwards.UNCORDONED);
  }

  static Wanted wanted(JsonFields args) {
    Map<String, Image> platforms = args.objects("platforms", K0sArgs::image);
    if (platforms.isEmpty()) {
      throw args.wrong(
          "platforms is missing (expected: {\"linux-amd64\": {\"url\": \"https://…\", \"sha256\": \"…\"}})");
    }
    return new Wanted(args.text("version"), platforms, args.duration("stall").orElse(STALL));
  }

  private static Image image(JsonFields fields) {
    URI url = HttpProbe.parse("args.platforms.url", fields.text("url"));
    if (url.getRawUserInfo() != null) {
      throw fields.wrong(
          "url: it contains a password; a source 'default' of the agent's configuration may have one instead");
    }
    return new Image(url, fields.optionalText("sha256"));
  }

  private static KubeDrain.Plan plan(JsonFields fields) {
    fields.flag("skip");
    return new KubeDrain.Plan(
        fields.duration("timeout").orElse(DRAIN), fields.duration("grace"), KubeDrain.Bare.EVICTED);
  }
}
