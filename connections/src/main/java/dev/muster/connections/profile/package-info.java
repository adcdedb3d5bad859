/**
 * What the environment says of Temporal to every program: the variables and the profile file of
 * Temporal's own tools.
 */
package dev.muster.connections.profile;
