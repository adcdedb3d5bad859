package dev.muster.agent.sample;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A stand-in for {@code k0s}, for tests and demonstrations: an executable file for each version,
 * which is a shell script that runs this class where it is to answer over HTTP. Two versions differ
 * in their bytes. It has no Kubernetes: what it can is what an update asks of k0s.
 *
 * <p>{@code version} is that of the file, which may have been exchanged since. That of the process
 * that runs stands in its {@code /health} and in {@code status}: it was fixed when it began.
 */
public final class K0sStandin {

  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.+_-]*");

  private static final String SCRIPT =
      """
      #!/bin/sh
      # A stand-in for k0s @VERSION@, of Muster's tests and demonstrations.
      #   k0s version                    prints the version of this file
      #   k0s controller|worker|run      runs until it is told to end. With --port N: GET /health, /version, /readyz answer;
      #                                  /readyz with 500 while the file of --unready-while FILE is there
      #   k0s start|stop|status          with --pid-file FILE, as a service manager; status says the version that runs
      version='@VERSION@'
      java='@JAVA@'
      classes='@CLASSES@'
      usage() {
        echo "usage: k0s version|run|controller|worker|start|stop|status [--port N] [--host H] [--pid-file FILE] [--startup-delay-ms N] [--unready-while FILE]" >&2
        exit 2
      }
      running() { # sets pid; a process that took over the number is not the one
        [ -f "$file" ] || return 1
        pid=$(sed -n 1p "$file")
        case "$pid" in '' | *[!0-9]*) return 1 ;; esac
        kill -0 "$pid" 2>/dev/null || return 1
        [ ! -d /proc/self ] || tr '\\0' '\\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qxF -- "$file"
      }
      note() { # note PID
        [ -z "$file" ] || { printf '%s\\n%s\\n' "$1" "$version" >"$file.$1" && mv -f "$file.$1" "$file"; }
      }
      command=${1:-}
      [ $# -eq 0 ] || shift
      port='' host=127.0.0.1 file='' delay=0 unready=''
      while [ $# -gt 0 ]; do
        [ $# -ge 2 ] || usage
        case "$1" in
          --port) port=$2 ;;
          --host) host=$2 ;;
          --pid-file) file=$2 ;;
          --startup-delay-ms) delay=$2 ;;
          --unready-while) unready=$2 ;;
          *) usage ;;
        esac
        shift 2
      done
      case "$command" in
        start | stop | status) [ -n "$file" ] || usage ;;
      esac
      case "$command" in
        version) echo "$version" ;;
        run | controller | worker)
          note $$
          if [ -n "$port" ]; then
            exec "$java" -Xmx16m -Xss256k -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=8m -XX:MaxMetaspaceSize=24m \\
              -cp "$classes" @CLASS@ serve "$version" "$host" "$port" "$delay" "$unready" "$file"
          fi
          trap 'kill "$child"; exit 0' TERM INT
          while :; do
            sleep 3600 &
            child=$!
            wait "$child"
          done
          ;;
        start)
          if running; then
            echo "already running, pid $pid"
            exit 0
          fi
          setsid "$0" run --host "$host" --pid-file "$file" --startup-delay-ms "$delay" ${port:+--port "$port"} \\
            ${unready:+--unready-while "$unready"} </dev/null >>"$file.log" 2>&1 &
          note $!
          echo "started $version, pid $!"
          ;;
        stop)
          if running; then
            kill "$pid"
            tries=100
            while [ "$tries" -gt 0 ] && running; do
              sleep 0.1
              tries=$((tries - 1))
            done
            ! running || kill -9 "$pid"
          fi
          rm -f "$file"
          echo stopped
          ;;
        status)
          if running; then
            echo "Version: $(sed -n 2p "$file")"
            echo "Process ID: $pid"
            exit 0
          fi
          echo "not running"
          exit 3
          ;;
        *) usage ;;
      esac
      """;

  private K0sStandin() {}

  /**
   * The file for a version.
   *
   * @throws IllegalArgumentException if it is none that a shell script may contain
   */
  public static String script(String version) {
    if (!VERSION.matcher(version).matches()) {
      throw new IllegalArgumentException(
          "version: '%s' (expected: one such as v1.30.2+k0s.0)".formatted(version));
    }
    return SCRIPT
        .replace("@VERSION@", version)
        .replace("@JAVA@", quoted(Path.of(System.getProperty("java.home"), "bin", "java")))
        .replace("@CLASSES@", quoted(classes()))
        .replace("@CLASS@", K0sStandin.class.getName());
  }

  /** Writes the file for a version, to be executed. */
  public static void write(Path file, String version) throws IOException {
    Files.writeString(file, script(version));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** {@code write FILE VERSION} makes the file; {@code serve} is for the file's own use. */
  public static void main(String[] arguments) throws IOException {
    List<String> args = List.of(arguments);
    if (args.size() == 3 && args.getFirst().equals("write")) {
      write(Path.of(args.get(1)), args.get(2));
    } else if (args.size() == 7 && args.getFirst().equals("serve")) {
      serve(args);
    } else {
      System.err.println("usage: K0sStandin write FILE VERSION");
      System.exit(2);
    }
  }

  private static void serve(List<String> args) throws IOException {
    long begin = System.nanoTime();
    Instant since = Instant.now();
    String version = args.get(1);
    long delayMs = Long.parseLong(args.get(4));
    String unready = args.get(5);
    SampleServer.serve(
        SampleServer.address(args.get(2), Integer.parseInt(args.get(3))),
        () -> {},
        path -> {
          boolean up = System.nanoTime() - begin >= delayMs * 1_000_000;
          String status = up ? "200 OK" : "503 Service Unavailable";
          if (path.startsWith("/readyz")) {
            boolean ready = unready.isEmpty() || !Files.exists(Path.of(unready));
            return ready
                ? new SampleServer.Reply(status, up ? "ok\n" : "starting\n")
                : new SampleServer.Reply("500 Internal Server Error", "unready\n");
          }
          if (path.startsWith("/health") || path.startsWith("/version")) {
            return new SampleServer.Reply(
                status,
                "{\"name\":\"k0s\",\"up\":%s,\"version\":\"%s\",\"pid\":%d,\"since\":\"%s\"}\n"
                    .formatted(up, version, ProcessHandle.current().pid(), since));
          }
          return SampleServer.Reply.NOT_FOUND;
        });
  }

  private static String classes() {
    try {
      return Path.of(K0sStandin.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("where this class comes from is no file", impossible);
    }
  }

  private static String quoted(Object text) {
    return text.toString().replace("'", "'\\''");
  }
}
