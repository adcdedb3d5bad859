/** Tests of this package. */
@NullMarked
package dev.muster.cli.command;

import org.jspecify.annotations.NullMarked;
