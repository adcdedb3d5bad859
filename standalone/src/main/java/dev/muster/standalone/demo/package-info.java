/** {@code muster demo}: a real cluster of small services, and a rolling restart over it. */
@NullMarked
package dev.muster.standalone.demo;

import org.jspecify.annotations.NullMarked;
