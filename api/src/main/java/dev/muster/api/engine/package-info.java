/** What the API asks the workflows for: cycles, and commands on runs and actions. */
@NullMarked
package dev.muster.api.engine;

import org.jspecify.annotations.NullMarked;
