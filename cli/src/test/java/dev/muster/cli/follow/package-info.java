/** Tests of this package. */
@NullMarked
package dev.muster.cli.follow;

import org.jspecify.annotations.NullMarked;
