/** Fakes and the engine in which the workflows are tested. */
@NullMarked
package dev.muster.workflows.testing;

import org.jspecify.annotations.NullMarked;
