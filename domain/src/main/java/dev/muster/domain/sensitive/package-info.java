/** What is not shown to anybody: values that playbooks and nodes name as sensitive. */
@NullMarked
package dev.muster.domain.sensitive;

import org.jspecify.annotations.NullMarked;
