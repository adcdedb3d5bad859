package dev.muster.domain.member;

/**
 * How a cluster is to be made larger or smaller.
 *
 * @param number of members, or percent of those that there are; the sign says whether they come or
 *     go, except of {@link Type#EXACT_CAPACITY}
 * @param minStep how many members come or go at least, by percentage
 */
public record Adjustment(Type type, double number, int minStep) {

  /** The kinds of adjustments that OpenStack Senlin has. */
  public enum Type {
    EXACT_CAPACITY,
    CHANGE_IN_CAPACITY,
    CHANGE_IN_PERCENTAGE
  }

  /** How many members there are to be; bounds are not looked at. */
  public int of(int current) {
    return switch (type) {
      case EXACT_CAPACITY -> (int) number;
      case CHANGE_IN_CAPACITY -> current + (int) number;
      case CHANGE_IN_PERCENTAGE -> current + share(current * number / 100);
    };
  }

  /** Of less than one member one comes or goes, of more the whole ones (OpenStack Senlin). */
  private int share(double members) {
    int whole = Math.abs(members) < 1 ? (int) Math.signum(members) : (int) members;
    return Math.abs(whole) < minStep ? (int) Math.signum(members) * minStep : whole;
  }
}
