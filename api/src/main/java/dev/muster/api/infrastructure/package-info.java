/** Database, records and engine as beans, shared with the worker where both live in one process. */
@NullMarked
package dev.muster.api.infrastructure;

import org.jspecify.annotations.NullMarked;
