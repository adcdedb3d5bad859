package dev.muster.connections;

import dev.muster.connections.settings.Secret;
import dev.muster.connections.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The key that Temporal asks for. One in a file may be changed while the process runs. */
final class ApiKey {

  private final String from;
  private final Supplier<Secret> key;

  private ApiKey(String from, Supplier<Secret> key) {
    this.from = from;
    this.key = key;
  }

  static ApiKey of(Setting setting) {
    Secret key = new Secret(sendable(setting, setting.value().strip()));
    return new ApiKey(setting.name(), () -> key);
  }

  static ApiKey file(Setting setting) {
    Secret first = new Secret(sendable(setting, setting.read("an API key").strip()));
    Path path = Path.of(setting.value());
    return new ApiKey(
        setting.name(),
        () -> {
          try {
            String now = Files.readString(path).strip();
            return now.isEmpty() ? first : new Secret(now);
          } catch (IOException beingReplaced) {
            return first;
          }
        });
  }

  private static String sendable(Setting setting, String key) {
    if (key.isEmpty() || !key.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw setting.problem(
          "it holds no API key (expected: one word of letters, digits and signs, as Temporal gives"
              + " it)");
    }
    return key;
  }

  /** What to send now. */
  String current() {
    return key.get().reveal();
  }

  /** Where it was set. */
  @Override
  public String toString() {
    return from;
  }
}
