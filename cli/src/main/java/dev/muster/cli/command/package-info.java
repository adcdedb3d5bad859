/** The commands, one file per noun. Each makes requests and says how the answer looks. */
package dev.muster.cli.command;
