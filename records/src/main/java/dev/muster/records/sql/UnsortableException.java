package dev.muster.records.sql;

/**
 * What fits cannot be sorted as was asked for: it is too much, or cannot be found at that price.
 */
public final class UnsortableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public UnsortableException(String message) {
    super(message);
  }
}
