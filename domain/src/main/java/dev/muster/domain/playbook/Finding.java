package dev.muster.domain.playbook;

/**
 * Something that is wrong with a document or with what it is applied to.
 *
 * @param path where, as a JSON pointer such as {@code /stages/0/steps/1/args}
 * @param message what, why, and what would be right
 */
public record Finding(String path, String message) {}
