/** The REST API as the command sees it: requests, problems, pages and event streams. */
@NullMarked
package dev.muster.cli.rest;

import org.jspecify.annotations.NullMarked;
