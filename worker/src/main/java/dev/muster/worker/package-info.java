/** The process that runs workflows and activities: registration and settings only. */
@NullMarked
package dev.muster.worker;

import org.jspecify.annotations.NullMarked;
