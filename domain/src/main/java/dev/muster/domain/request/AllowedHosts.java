package dev.muster.domain.request;

import java.net.InetAddress;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * For which hosts a server answers. A web page can make its own name point to any address (DNS
 * rebinding), and its requests look like those of the same site then; but they name that name.
 *
 * @param names besides loopback and the address that was called: lower case, without a dot at the
 *     end; addresses as Java writes them
 */
public record AllowedHosts(SortedSet<String> names) {

  /** No others than loopback and the address that was called. */
  public static final AllowedHosts NONE = new AllowedHosts(new TreeSet<>());

  private static final Pattern AUTHORITY =
      Pattern.compile("(\\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:\\d{0,5})?");
  private static final String PART = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern IPV4 = Pattern.compile(PART + "(\\." + PART + "){3}");

  public AllowedHosts {
    names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
  }

  /** What to make of a request. */
  public enum Verdict {
    /** It is for this server. */
    ALLOWED,
    /** It is for another one. */
    FOREIGN,
    /** What it says is no host. */
    MALFORMED
  }

  /**
   * These names and addresses.
   *
   * @throws IllegalArgumentException if one is no name or address, or has a port
   */
  public static AllowedHosts of(Collection<String> texts) {
    SortedSet<String> names = new TreeSet<>();
    for (String text : texts) {
      String plain = text.matches("[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*:.*") ? "[" + text + "]" : text;
      Host host =
          Host.parse(plain)
              .filter(parsed -> !plain.matches(".*:\\d*"))
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "'%s' (expected: a name or an address without a port, as in muster.example.com)"
                          .formatted(text)));
      names.add(host.text());
    }
    return new AllowedHosts(names);
  }

  /** These and those. */
  public AllowedHosts with(AllowedHosts others) {
    SortedSet<String> both = new TreeSet<>(names);
    both.addAll(others.names);
    return new AllowedHosts(both);
  }

  /**
   * Whether a request is for this server.
   *
   * @param authority what it names: {@code HOST} or {@code HOST:PORT}
   * @param called the address of this machine at which the request arrived
   */
  public Verdict of(String authority, InetAddress called) {
    return Host.parse(authority)
        .map(host -> allows(host, called) ? Verdict.ALLOWED : Verdict.FOREIGN)
        .orElse(Verdict.MALFORMED);
  }

  private boolean allows(Host host, InetAddress called) {
    return names.contains(host.text())
        || host.text().equals("localhost")
        || host.address()
            .filter(literal -> literal.isLoopbackAddress() || literal.equals(called))
            .isPresent();
  }

  /**
   * A host as one text, however it was written.
   *
   * @param address if it is one; names are never looked up
   */
  private record Host(String text, Optional<InetAddress> address) {

    static Optional<Host> parse(String authority) {
      Matcher parts = AUTHORITY.matcher(authority);
      if (!parts.matches()) {
        return Optional.empty();
      }
      String host = parts.group(1).toLowerCase(Locale.ROOT);
      String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
      if (host.startsWith("[")) {
        return literal(host.substring(1, host.length() - 1));
      }
      if (IPV4.matcher(bare).matches()) {
        return literal(bare);
      }
      return bare.isEmpty() ? Optional.empty() : Optional.of(new Host(bare, Optional.empty()));
    }

    private static Optional<Host> literal(String text) {
      try {
        InetAddress address = InetAddress.ofLiteral(text);
        return Optional.of(new Host(address.getHostAddress(), Optional.of(address)));
      } catch (IllegalArgumentException bad) {
        return Optional.empty();
      }
    }
  }
}
