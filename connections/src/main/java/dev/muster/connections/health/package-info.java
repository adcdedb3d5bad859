/** Whether PostgreSQL and Temporal answer. */
@NullMarked
package dev.muster.connections.health;

import org.jspecify.annotations.NullMarked;
