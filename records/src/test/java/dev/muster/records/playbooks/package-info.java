@NullMarked
package dev.muster.records.playbooks;

import org.jspecify.annotations.NullMarked;
