package dev.muster.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The entry of the {@code muster} command. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Always UTF-8: JSON is, and marks are only written where the locale has them.
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    boolean training = args.length == 1 && args[0].equals("warm-up");
    int code = training ? WarmUp.run() : MusterCli.run(args, out, err);
    out.flush();
    err.flush();
    System.exit(code);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(
        new java.io.BufferedOutputStream(new FileOutputStream(descriptor), 8192),
        descriptor == FileDescriptor.err,
        StandardCharsets.UTF_8);
  }
}
