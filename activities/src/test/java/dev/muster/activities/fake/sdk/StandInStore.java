package dev.muster.activities.fake.sdk;

import dev.muster.activities.fake.sdk.StandInRecord.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The actions, in a file to which every change is appended as a line before it counts; a line that
 * a kill cut off never counted. The map's order is that of the rows.
 */
final class StandInStore {

  private static final Comparator<StandInRecord> BY_RECEIPT =
      Comparator.comparing(StandInRecord::scheduled);

  private final Path file;
  private final Map<UUID, StandInRecord> records = new LinkedHashMap<>();

  StandInStore(Path file) {
    this.file = file;
    if (Files.exists(file)) {
      try {
        String all = Files.readString(file);
        all.substring(0, all.lastIndexOf('\n') + 1).lines().forEach(this::replay);
        Files.writeString(file, all.substring(0, all.lastIndexOf('\n') + 1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void replay(String line) {
    JsonNode json = StandInRecord.JSON.readTree(line);
    json.path("removed")
        .stringValueOpt()
        .map(UUID::fromString)
        .ifPresentOrElse(
            records::remove,
            () -> {
              StandInRecord record = StandInRecord.ofJson(json);
              records.put(record.id(), record);
            });
  }

  /** Whether it was taken: a known id is not. */
  synchronized boolean insert(StandInRecord record) {
    if (records.containsKey(record.id())) {
      return false;
    }
    update(record);
    return true;
  }

  synchronized void update(StandInRecord record) {
    append(record.toJson().toString());
    records.put(record.id(), record);
  }

  synchronized Optional<StandInRecord> get(UUID id) {
    return Optional.ofNullable(records.get(id));
  }

  /** The unfinished ones, the oldest first. */
  synchronized List<StandInRecord> queue(int cap) {
    return unfinished().sorted(BY_RECEIPT).limit(cap).toList();
  }

  /** The finished ones, by receipt. */
  synchronized List<StandInRecord> finished(int cap, boolean newestFirst) {
    return records.values().stream()
        .filter(record -> record.finished().isPresent())
        .sorted(newestFirst ? BY_RECEIPT.reversed() : BY_RECEIPT)
        .limit(cap)
        .toList();
  }

  /** What is executed next: a running one before a new one, then the oldest. */
  synchronized Optional<StandInRecord> next() {
    return unfinished()
        .min(
            Comparator.<StandInRecord, Boolean>comparing(
                    record -> record.state().phase() != Phase.RUNNING)
                .thenComparing(BY_RECEIPT));
  }

  /** Forgets what finished so long ago. */
  synchronized void clean(Duration age) {
    List<UUID> old =
        records.values().stream()
            .filter(record ->
                record
                    .finished()
                    .filter(at -> !at.isAfter(StandInRecord.now().minus(age)))
                    .isPresent())
            .map(StandInRecord::id)
            .toList();
    old.forEach(id -> {
      append("{\"removed\":\"%s\"}".formatted(id));
      records.remove(id);
    });
  }

  private Stream<StandInRecord> unfinished() {
    return records.values().stream().filter(record -> record.finished().isEmpty());
  }

  private void append(String line) {
    try {
      Files.write(
          file,
          (line + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
