/**
 * How a process of Muster reaches PostgreSQL and Temporal: the settings, and the beans made of
 * them. API and worker have the same.
 */
package dev.muster.connections;
