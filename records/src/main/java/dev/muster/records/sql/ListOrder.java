package dev.muster.records.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order of a list: by its keys, then newest first, then by id, so that it is the same for
 * everybody. Times that come first the other way turn the id around too: the list is then exactly
 * the reverse. What has no value comes last, and first in descending order, as PostgreSQL has it.
 */
public final class ListOrder {

  private static final SortKey CREATED =
      new SortKey("created_at", "%screated_at", SortKey.Value.ALWAYS);

  /** How a list is sorted if nobody says how. */
  public static final ListOrder NEWEST = new ListOrder(List.of());

  private final List<Part> parts;

  /** One key as it was asked for. */
  private record Part(SortKey key, Direction direction) {}

  /** Which way a key is sorted. */
  public enum Direction {
    ASC(">"),
    DESC("<");

    /** How what follows compares with what was before. */
    private final String beyond;

    Direction(String beyond) {
      this.beyond = beyond;
    }

    private Direction other() {
      return this == ASC ? DESC : ASC;
    }

    private String word() {
      return this == ASC ? "" : " desc";
    }
  }

  /**
   * What a list can be sorted by.
   *
   * @param name as callers write it
   * @param column of ours, with {@code %s} in place of the table's alias and its point
   */
  public record SortKey(String name, String column, Value value) {

    /** Whether each row has a value. */
    public enum Value {
      ALWAYS,
      SOMETIMES
    }

    /** A column that is called like the key. */
    public static SortKey of(String name, Value value) {
      return new SortKey(name, "%s" + name, value);
    }

    String at(String alias) {
      return column.formatted(alias);
    }
  }

  private ListOrder(List<Part> asked) {
    List<Part> all = new ArrayList<>(asked);
    if (asked.stream().noneMatch(part -> part.key().name().equals(CREATED.name()))) {
      all.add(new Part(CREATED, Direction.DESC));
    }
    this.parts = List.copyOf(all);
  }

  /**
   * Reads keys with commas between them, each with {@code :asc} or {@code :desc} behind it or
   * neither, which is ascending. A key that is there again changes nothing.
   *
   * @throws IllegalArgumentException that names what is expected, unless each key is one of {@code
   *     known}
   */
  public static ListOrder parse(String text, List<SortKey> known) {
    List<Part> parts = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String one : text.split(",", -1)) {
      String[] halves = one.split(":", 2);
      SortKey key =
          known.stream()
              .filter(any -> any.name().equals(halves[0]))
              .findFirst()
              .orElseThrow(() -> unknown("key", halves[0], names(known)));
      Direction direction = halves.length == 1 ? Direction.ASC : direction(halves[1]);
      if (seen.add(key.name())) {
        parts.add(new Part(key, direction));
      }
    }
    return new ListOrder(parts);
  }

  private static Direction direction(String word) {
    return Arrays.stream(Direction.values())
        .filter(direction -> direction.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() -> unknown("direction", word, "asc, desc"));
  }

  private static IllegalArgumentException unknown(String what, String word, String expected) {
    return new IllegalArgumentException(
        "sort: %s '%s' (expected: %s; such as created_at:desc,state:asc)"
            .formatted(what, Texts.clean(word), expected));
  }

  private static String names(List<SortKey> known) {
    return known.stream().map(SortKey::name).collect(Collectors.joining(", "));
  }

  /** What {@link #parse} reads, as a regular expression that documents show. */
  public static String pattern(List<SortKey> known) {
    String one =
        known.stream().map(SortKey::name).collect(Collectors.joining("|", "(", ")(:(asc|desc))?"));
    return "^%1$s(,%1$s)*$".formatted(one);
  }

  /** Whether it goes along the time of creation, as indexes do. */
  public boolean isByTime() {
    return parts.getFirst().key().name().equals(CREATED.name());
  }

  /** The way of the first key. */
  Direction first() {
    return parts.getFirst().direction();
  }

  private Direction ofId() {
    return parts.stream()
        .filter(part -> part.key().name().equals(CREATED.name()))
        .map(part -> part.direction().other())
        .findFirst()
        .orElse(Direction.ASC);
  }

  /** What stands behind {@code order by}. */
  public String by(String alias) {
    return parts.stream()
        .map(part -> part.key().at(alias) + part.direction().word() + ", ")
        .collect(Collectors.joining("", "", alias + "id" + ofId().word()));
  }

  /** The same of rows that have each key as a column of its name. */
  String byNames(String alias) {
    return named().by(alias);
  }

  /** What {@link #byNames} and {@link #afterNames} need, for behind {@code select}. */
  String columns(String alias) {
    return parts.stream()
        .map(part -> ", %s as %s".formatted(part.key().at(alias), part.key().name()))
        .collect(Collectors.joining("", alias + "id", ""));
  }

  /** A condition: behind the row of {@code table} with the id {@code :marker}. */
  String after(String alias, String table) {
    return after(table, part -> part.key().at(alias), alias);
  }

  /** The same of rows that have each key as a column of its name. */
  String afterNames(String alias, String table) {
    return after(table, part -> alias + part.key().name(), alias);
  }

  private String after(String table, Function<Part, String> column, String alias) {
    String rest = "%sid %s :marker".formatted(alias, ofId().beyond);
    for (Part part : parts.reversed()) {
      String last = "(select %s from %s where id = :marker)".formatted(part.key().at(""), table);
      rest = behind(part, column.apply(part), last, rest);
    }
    return "(" + rest + ")";
  }

  /** By the first comparison alone an index knows where to begin. */
  private static String behind(Part part, String column, String last, String rest) {
    String beyond = part.direction().beyond;
    if (part.key().value() == SortKey.Value.ALWAYS) {
      return "%1$s %2$s= %3$s and (%1$s %2$s %3$s or %4$s)".formatted(column, beyond, last, rest);
    }
    String none =
        part.direction() == Direction.ASC
            ? "%s is null and %s is not null".formatted(column, last)
            : "%2$s is null and %1$s is not null".formatted(column, last);
    return "(coalesce(%1$s %2$s %3$s, %4$s) or (%1$s is not distinct from %3$s and (%5$s)))"
        .formatted(column, beyond, last, none, rest);
  }

  private ListOrder named() {
    return new ListOrder(
        parts.stream()
            .map(part ->
                new Part(SortKey.of(part.key().name(), part.key().value()), part.direction()))
            .toList());
  }

  /** The keys as they were asked for, or stand for it. */
  @Override
  public String toString() {
    return parts.stream()
        .map(part -> part.key().name() + ":" + part.direction().name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  /** Of what was asked for, if anything was. */
  public static ListOrder of(Optional<String> text, List<SortKey> known) {
    return text.map(asked -> parse(asked, known)).orElse(NEWEST);
  }
}
