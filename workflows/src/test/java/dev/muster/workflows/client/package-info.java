@NullMarked
package dev.muster.workflows.client;

import org.jspecify.annotations.NullMarked;
