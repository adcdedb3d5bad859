package dev.muster.domain.run;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.SortedSet;

/**
 * When nodes may be started: on these days from {@code start} for {@code length}. A window that
 * reaches past midnight belongs to the day on which it began.
 */
public record Window(
    SortedSet<DayOfWeek> days, LocalTime start, Duration length, ZoneId timezone) {}
