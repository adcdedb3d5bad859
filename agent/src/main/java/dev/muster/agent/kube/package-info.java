/**
 * The few questions to a Kubernetes API that a node's own agent has: its Node, the pods on it, and
 * to have them evicted. Nothing of it is loaded on a node that is not configured for it.
 */
package dev.muster.agent.kube;
