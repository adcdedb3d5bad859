/**
 * What k0s Autopilot has a node do for an update: {@code K0sUpdate} is the chain, made of the
 * agent's own downloads, exchanges and services and of {@code kube}. Phases have Autopilot's names.
 */
package dev.muster.agent.k0s;
