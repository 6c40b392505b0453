/**
 * Reports as single HTML pages that need no network and no JavaScript. Pure functions of written results; every text from outside is
 * escaped. May not compute a number that the files do not hold. Entry types: {@link io.dbharness.report.page.RunPage}, {@link
 * io.dbharness.report.page.SeriesPage} and {@link io.dbharness.report.page.StudyPage}.
 */
@Internal
@NullMarked
package io.dbharness.report.page;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
