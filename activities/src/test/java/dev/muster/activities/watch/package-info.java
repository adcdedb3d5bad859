/** Tests of calls to agents over real sockets. */
@NullMarked
package dev.muster.activities.watch;

import org.jspecify.annotations.NullMarked;
