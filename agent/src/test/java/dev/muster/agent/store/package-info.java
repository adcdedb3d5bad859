/** The store by itself, where the protocol cannot show it. */
@NullMarked
package dev.muster.agent.store;

import org.jspecify.annotations.NullMarked;
