package dev.muster.agent.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The environment of what actions run: {@code PATH}, {@code HOME} and {@code LANG}, and what the
 * node allows. What decides which code a program loads or runs is allowed by its exact name only.
 *
 * @param allowed names, or beginnings of names with {@code *} at the end
 * @param fixed what is always there; an action changes it only if it is allowed by name
 * @param agents the agent's own, of which processes get what is allowed
 */
public record Variables(
    List<String> allowed, Map<String, String> fixed, Map<String, String> agents) {

  /** What a rule may be. */
  public static final Pattern RULE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\*?|\\*");

  private static final String PATH = "PATH";
  private static final String HOME = "HOME";
  private static final String LANG = "LANG";
  private static final String STANDARD_PATH = "/usr/local/bin:/usr/bin:/bin";

  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /**
   * Of the dynamic linker, shells, interpreters and tools that run what a variable says, and the
   * places in which they look for code and settings.
   */
  private static final Pattern DANGEROUS =
      Pattern.compile(
          "(LD|DYLD|_RLD|GLIBC|MALLOC|PYTHON|PERL|PERL5|RUBY|GEM|BUNDLE|NODE|NPM|JAVA|JDK|_JAVA|LUA|PHP"
              + "|BASH|GIT|SSH|OPENSSL|GCONV|XDG|LESS)(_?.*)"
              + "|PATH|HOME|IFS|ENV|CDPATH|SHELL|SHELLOPTS|PS[0-9]|PROMPT_COMMAND|FPATH|ZDOTDIR|TMPDIR"
              + "|CLASSPATH|LOCPATH|NLSPATH|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|RESOLV_HOST_CONF"
              + "|EDITOR|VISUAL|PAGER|MANPAGER|BROWSER|TERMINFO|TERMINFO_DIRS|TERMCAP|MAKEFLAGS"
              + "|CURL_HOME|WGETRC|NETRC|INPUTRC|MAVEN_OPTS|GRADLE_OPTS");

  public Variables {
    allowed = List.copyOf(allowed);
    fixed = Map.copyOf(fixed);
    agents = Map.copyOf(agents);
  }

  /**
   * What a node allows.
   *
   * @param path where programs are looked for; the agent's own if it is empty
   */
  public static Variables of(
      List<String> allowed, Optional<String> path, Map<String, String> agents) {
    return new Variables(
        allowed,
        Map.of(
            PATH, path.orElseGet(() -> agents.getOrDefault(PATH, STANDARD_PATH)),
            HOME, agents.getOrDefault(HOME, "/"),
            LANG, agents.getOrDefault(LANG, "C.UTF-8")),
        agents);
  }

  /** Why an action may not set a variable; empty if it may. */
  public Optional<String> refusal(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of("'%s' is no name of a variable".formatted(name));
    }
    if (allows(name)) {
      return Optional.empty();
    }
    return Optional.of(
        "%s is not allowed on this node (allowed: %s; the agent's --allow-env or 'allowEnv' in its configuration decides%s)"
            .formatted(
                name,
                allowed.isEmpty() ? "none" : String.join(", ", allowed),
                isDangerous(name)
                    ? ", for this one by its exact name, because it can make a program run another"
                    : ""));
  }

  /** The whole environment of a process for which an action asks for these. */
  public Map<String, String> environment(Map<String, String> asked) {
    Map<String, String> environment = new TreeMap<>(fixed);
    agents.forEach((name, value) -> {
      if (allows(name)) {
        environment.put(name, value);
      }
    });
    environment.putAll(fixed);
    environment.putAll(new LinkedHashMap<>(asked));
    return environment;
  }

  /** Where programs are looked for. */
  public String path() {
    return fixed.getOrDefault(PATH, STANDARD_PATH);
  }

  private boolean allows(String name) {
    return allowed.contains(name)
        || (!isDangerous(name)
            && allowed.stream()
                .anyMatch(rule ->
                    rule.endsWith("*") && name.startsWith(rule.substring(0, rule.length() - 1))));
  }

  private static boolean isDangerous(String name) {
    return DANGEROUS.matcher(name).matches();
  }
}
