/** Tests of this package. */
@NullMarked
package dev.muster.cli.terminal;

import org.jspecify.annotations.NullMarked;
