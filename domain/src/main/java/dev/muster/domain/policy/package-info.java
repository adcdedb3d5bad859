/**
 * Policies: what is decided before and after an action on a cluster, one policy after the other,
 * over one document that they share ({@link dev.muster.domain.policy.PolicyChain}).
 */
package dev.muster.domain.policy;
