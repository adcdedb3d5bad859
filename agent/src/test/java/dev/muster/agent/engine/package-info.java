@NullMarked
package dev.muster.agent.engine;

import org.jspecify.annotations.NullMarked;
