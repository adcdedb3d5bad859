/** Tests of calls to agents over real sockets. */
@NullMarked
package dev.muster.activities.agent;

import org.jspecify.annotations.NullMarked;
