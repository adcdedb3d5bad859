package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.run.Window;
import dev.muster.domain.timetable.GoCron;
import dev.muster.domain.timetable.GoDuration;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Reads {@code spec.upgradeStrategy} of an update configuration. */
final class UpdateStrategyReader {

  static final String PATH = "/spec/upgradeStrategy";

  private static final String PERIODIC = "periodic";
  private static final String CRON = "cron";
  private static final String PERIODIC_PATH = PATH + "/" + PERIODIC;

  /** Autopilot's, if nothing is said. */
  private static final String USUAL_CRON = "@hourly";

  private static final Bounds<Duration> LENGTH =
      new Bounds<>(Duration.ofMinutes(1), Duration.ofDays(7));

  private final SpecFields fields;
  private final Optional<String> timezone;

  /**
   * @param timezone what an annotation says
   */
  UpdateStrategyReader(SpecFields fields, Optional<String> timezone) {
    this.fields = fields;
    this.timezone = timezone;
  }

  /** The strategy; empty if something is wrong, which is a finding then. */
  Optional<UpdateConfig.Strategy> read(JsonNode strategy) {
    fields.onlyKnown(strategy, PATH, List.of("type", CRON, PERIODIC));
    Optional<String> cron = fields.text(strategy, CRON, PATH + "/cron");
    JsonNode periodic = fields.object(strategy, PERIODIC, PERIODIC_PATH);
    String type =
        fields.text(strategy, "type", PATH + "/type").orElseGet(() -> meant(cron, periodic));
    Optional<ZoneId> zone = zone();
    return switch (type) {
      case PERIODIC -> {
        cron.ifPresent(said ->
            fields.add(
                PATH + "/cron",
                "cron: '%s' (expected: none when type is periodic)"
                    .formatted(SpecFields.shown(said))));
        yield window(periodic, zone).map(UpdateConfig.Strategy.Periodic::new);
      }
      case CRON -> {
        if (isSaid(periodic)) {
          fields.add(
              PERIODIC_PATH,
              "periodic: what it says counts for nothing when type is cron (expected: none)");
        }
        yield fields
            .read(cron.orElse(USUAL_CRON), PATH + "/cron", GoCron::parse)
            .flatMap(times -> zone.map(in -> new UpdateConfig.Strategy.Scheduled(times, in)));
      }
      default -> {
        fields.add(
            PATH + "/type",
            "type: '%s' (expected: periodic, with periodic.startTime and periodic.length; or cron)"
                .formatted(SpecFields.shown(type)));
        yield Optional.empty();
      }
    };
  }

  /** Older editions had no type. */
  private static String meant(Optional<String> cron, JsonNode periodic) {
    if (cron.isPresent() == isSaid(periodic)) {
      return "";
    }
    return cron.isPresent() ? CRON : PERIODIC;
  }

  /** Typed clients send an empty one. */
  private static boolean isSaid(JsonNode periodic) {
    return !periodic.isEmpty();
  }

  private Optional<ZoneId> zone() {
    String path = "/metadata/annotations/" + SpecFields.pointer(UpdateConfigReader.TIMEZONE);
    return fields.read(timezone.orElse("UTC"), path, UpdateStrategyReader::zone);
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException unknown) {
      throw new IllegalArgumentException(
          "%s: '%s' (expected: a zone of the IANA database, such as Europe/Berlin)"
              .formatted(UpdateConfigReader.TIMEZONE, SpecFields.shown(name)),
          unknown);
    }
  }

  private Optional<Window> window(JsonNode periodic, Optional<ZoneId> zone) {
    fields.onlyKnown(periodic, PERIODIC_PATH, List.of("days", "startTime", "length"));
    NavigableSet<DayOfWeek> days = days(periodic);
    Optional<LocalTime> start =
        said(periodic, "startTime", "HH:MM, such as 22:00", UpdateStrategyReader::start);
    Optional<Duration> length =
        said(periodic, "length", "a duration such as 2h or 1h30m", UpdateStrategyReader::length);
    return start.isEmpty() || length.isEmpty() || zone.isEmpty()
        ? Optional.empty()
        : Optional.of(new Window(days, start.get(), length.get(), zone.get()));
  }

  private <T> Optional<T> said(
      JsonNode periodic, String field, String expected, SpecFields.Reading<T> reading) {
    String path = PERIODIC_PATH + "/" + field;
    int before = fields.findings().size();
    Optional<String> text = fields.text(periodic, field, path);
    if (text.isEmpty() && fields.findings().size() == before) {
      fields.add(
          path,
          "%s: none, with which Autopilot never looks for an update (expected: %s)"
              .formatted(field, expected));
    }
    return text.flatMap(said -> fields.read(said, path, reading));
  }

  private static LocalTime start(String text) {
    if (!text.matches("([01]?[0-9]|2[0-3]):[0-5][0-9]")) {
      throw new IllegalArgumentException(
          "startTime: '%s' (expected: HH:MM, such as 22:00)".formatted(SpecFields.shown(text)));
    }
    return LocalTime.of(
        Integer.parseInt(text.substring(0, text.indexOf(':'))),
        Integer.parseInt(text.substring(text.indexOf(':') + 1)));
  }

  private static Duration length(String text) {
    try {
      return LENGTH.require("length", GoDuration.parse(text));
    } catch (IllegalArgumentException unfit) {
      String why = String.valueOf(unfit.getMessage());
      throw new IllegalArgumentException(
          why.startsWith("length")
              ? "length: '%s' (expected: 1m to 168h)".formatted(text)
              : "length: " + why,
          unfit);
    }
  }

  private NavigableSet<DayOfWeek> days(JsonNode periodic) {
    NavigableSet<DayOfWeek> days = new TreeSet<>();
    List<JsonNode> said = fields.list(periodic, "days", PERIODIC_PATH + "/days");
    for (int i = 0; i < said.size(); i++) {
      String path = PERIODIC_PATH + "/days/" + i;
      JsonNode value = said.get(i);
      if (value.isString()) {
        fields
            .read(value.stringValue().strip(), path, UpdateStrategyReader::day)
            .ifPresent(days::add);
      } else {
        fields.add(
            path,
            "day: %s (expected: a weekday, such as Monday)".formatted(SpecFields.shown(value)));
      }
    }
    return days;
  }

  private static DayOfWeek day(String text) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> name(day).equals(text))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "day: '%s', on which Autopilot never looks and never says so (%s)"
                    .formatted(SpecFields.shown(text), hint(text))));
  }

  private static String name(DayOfWeek day) {
    return day.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  /** Three letters tell the days apart: Tuesdays, tue and TUESDAY are meant to be Tuesday. */
  private static String hint(String text) {
    String begins = text.toLowerCase(Locale.ROOT);
    return Arrays.stream(DayOfWeek.values())
        .map(UpdateStrategyReader::name)
        .filter(day ->
            begins.length() >= 3 && day.toLowerCase(Locale.ROOT).startsWith(begins.substring(0, 3)))
        .findFirst()
        .map("did you mean '%s'?"::formatted)
        .orElseGet(() ->
            Arrays.stream(DayOfWeek.values())
                .map(UpdateStrategyReader::name)
                .collect(Collectors.joining(", ", "expected: ", "")));
  }
}
