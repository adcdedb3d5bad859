/** Tests of this package. */
@NullMarked
package dev.muster.cli.rest;

import org.jspecify.annotations.NullMarked;
