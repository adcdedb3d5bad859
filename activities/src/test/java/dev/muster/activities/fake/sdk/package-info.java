/**
 * A stand-in for agents that were built on Replicante's SDK, a program of its own. It is written to
 * the wire contract of the SDK's sources (paths, bodies, errors, caps and orders of lists, delays
 * of the loop that executes), uses nothing of Muster, and is configured as the SDK's agents are, in
 * JSON, which is YAML too: so a real agent can take its place ({@code -Dmuster.sdk.agent}).
 */
package dev.muster.activities.fake.sdk;
