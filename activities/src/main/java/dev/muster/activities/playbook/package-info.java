/**
 * Moves runs: commands of people, and the steps that the pure decision gives, one after the other.
 */
@NullMarked
package dev.muster.activities.playbook;

import org.jspecify.annotations.NullMarked;
