package dev.muster.cli.follow;

import dev.muster.cli.terminal.ExitCode;
import java.util.Optional;

/**
 * How following ended.
 *
 * @param run as it was seen last, if it was seen
 */
public record FollowEnd(ExitCode exitCode, Optional<RunView> run) {}
