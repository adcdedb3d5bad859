package dev.muster.standalone.compose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a container would see, for a process of this machine: each service has a loopback address of
 * its own, so ports stay as they are written, and a folder in which its mounts are links.
 */
final class Surroundings {

  private static final Pattern ITSELF =
      Pattern.compile("(?<![\\w.])(?:0\\.0\\.0\\.0|127\\.0\\.0\\.1|localhost)(?![\\w.])");
  private static final Pattern NAMES_A_HOST = Pattern.compile(".*(?:HOST|SEEDS|BIND_ON_IP)");

  private final Path root;
  private final String address;
  private final Map<String, String> addresses;

  /** The first two folders of every mount's target, so that its parents can be named as well. */
  private final Map<String, String> paths = new LinkedHashMap<>();

  /**
   * Surroundings in the empty or earlier folder {@code root}.
   *
   * @param addresses of all services, by name
   */
  Surroundings(Path root, String service, Map<String, String> addresses) {
    this.root = root;
    this.addresses = addresses;
    this.address = addresses.getOrDefault(service, "127.0.0.1");
    create(temporary());
  }

  Path root() {
    return root;
  }

  String address() {
    return address;
  }

  Path temporary() {
    return root.resolve("tmp");
  }

  /** Lets the service see {@code source} where it expects {@code target}. */
  void mount(String target, Path source) {
    Path link = at(target);
    try {
      create(link.resolveSibling("."));
      Files.deleteIfExists(link);
      Files.createSymbolicLink(link, source);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    String prefix = target.replaceFirst("^(/[^/]+(?:/[^/]+)?).*$", "$1");
    paths.put(prefix, at(prefix).toString());
  }

  /** Where the container's absolute {@code path} is here. */
  Path at(String path) {
    return root.resolve(path.substring(1));
  }

  List<String> words(List<String> words) {
    return words.stream().map(word -> ITSELF.matcher(located(word)).replaceAll(address)).toList();
  }

  /** An environment of the container, as the process here must see it. */
  Map<String, String> environment(Map<String, String> environment) {
    Map<String, String> result = new LinkedHashMap<>();
    environment.forEach((name, value) -> {
      String host = NAMES_A_HOST.matcher(name).matches() ? addresses.get(value) : null;
      result.put(name, host == null ? ITSELF.matcher(located(value)).replaceAll(address) : host);
    });
    return result;
  }

  private String located(String text) {
    String result = text;
    for (Map.Entry<String, String> path : paths.entrySet()) {
      result =
          result.replaceAll(
              "(?<![\\w./-])" + Pattern.quote(path.getKey()) + "(?![\\w.-])",
              Matcher.quoteReplacement(path.getValue()));
    }
    for (Map.Entry<String, String> service : addresses.entrySet()) {
      result =
          result.replaceAll(
              "(?<![\\w.-])" + Pattern.quote(service.getKey()) + "(?=:\\d)", service.getValue());
    }
    return result;
  }

  private static void create(Path folder) {
    try {
      Files.createDirectories(folder.normalize());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
