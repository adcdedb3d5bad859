/** The command as a whole, against a server that answers what the API would. */
@NullMarked
package dev.muster.cli;

import org.jspecify.annotations.NullMarked;
