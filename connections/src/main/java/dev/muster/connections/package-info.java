/**
 * How a process of Muster reaches PostgreSQL and Temporal: the settings, and the beans made of
 * them. API and worker have the same.
 */
@NullMarked
package dev.muster.connections;

import org.jspecify.annotations.NullMarked;
