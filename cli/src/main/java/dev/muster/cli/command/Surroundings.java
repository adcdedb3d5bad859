package dev.muster.cli.command;

import dev.muster.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The process around the command.
 *
 * @param terminal asked only when something is written for people, as finding out costs time
 */
public record Surroundings(
    InputStream in,
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Supplier<Terminal> terminal,
    InstantSource clock) {}
