/** The OpenAPI document and the page to browse it. */
@NullMarked
package dev.muster.api.openapi;

import org.jspecify.annotations.NullMarked;
