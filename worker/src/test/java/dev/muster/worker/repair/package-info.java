/** Tests of the repair loop against a real engine and a real database. */
@NullMarked
package dev.muster.worker.repair;

import org.jspecify.annotations.NullMarked;
