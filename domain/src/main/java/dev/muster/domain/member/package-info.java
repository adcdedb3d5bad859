/**
 * Nodes that a provider makes for a cluster: what is known of each, how many there are to be, and
 * which of them go first.
 */
package dev.muster.domain.member;
