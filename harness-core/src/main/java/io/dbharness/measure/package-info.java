/**
 * Recording and the watch over the load generator itself. Records samples, never decides what they mean. Entry type:
 * {@link io.dbharness.measure.Recorder}.
 */
@NullMarked
package io.dbharness.measure;

import org.jspecify.annotations.NullMarked;
