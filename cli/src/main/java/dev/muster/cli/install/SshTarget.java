package dev.muster.cli.install;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where to log in, as {@code ssh://user@host:22} or {@code host}; a host may be a name of ssh's
 * configuration.
 *
 * @param port as ssh has it unless given
 */
public record SshTarget(Optional<String> user, String host, Optional<Integer> port) {

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it is none; the message says what would be
   */
  public static SshTarget parse(String typed) {
    try {
      URI uri = new URI(typed.contains("://") ? typed : "ssh://" + typed);
      String host = uri.getHost();
      boolean bare = uri.getPath() == null || uri.getPath().isEmpty() || uri.getPath().equals("/");
      // What begins with a dash would be an option of ssh.
      boolean plain = host != null && !host.startsWith("-");
      String user = uri.getUserInfo();
      if ("ssh".equals(uri.getScheme())
          && plain
          && bare
          && (user == null || user.matches("[A-Za-z0-9_][A-Za-z0-9._-]*"))) {
        return new SshTarget(
            Optional.ofNullable(user),
            host.replaceAll("[\\[\\]]", ""),
            uri.getPort() < 0 ? Optional.empty() : Optional.of(uri.getPort()));
      }
    } catch (URISyntaxException bad) {
      throw wrong(typed);
    }
    throw wrong(typed);
  }

  private static IllegalArgumentException wrong(String typed) {
    return new IllegalArgumentException(
        "'%s' is nowhere to log in (expected: such as ssh://root@db-1.example.com:22)"
            .formatted(typed));
  }

  /** The options of ssh, and the host. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    port.ifPresent(number -> arguments.addAll(List.of("-p", number.toString())));
    user.ifPresent(name -> arguments.addAll(List.of("-l", name)));
    arguments.add(host);
    return arguments;
  }
}
