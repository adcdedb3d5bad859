/**
 * Moves runs: commands of people, and the steps that the pure decision gives, one after the other.
 */
package dev.muster.activities.playbook;
