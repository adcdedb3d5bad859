/** Text for people: tables, marks, colours, ages, and how much room the terminal has. */
@NullMarked
package dev.muster.cli.terminal;

import org.jspecify.annotations.NullMarked;
