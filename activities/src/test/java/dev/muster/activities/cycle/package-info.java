/** Tests over real agents' sockets and a real PostgreSQL. */
@NullMarked
package dev.muster.activities.cycle;

import org.jspecify.annotations.NullMarked;
