/** The commands, one file per noun. Each makes requests and says how the answer looks. */
@NullMarked
package dev.muster.cli.command;

import org.jspecify.annotations.NullMarked;
