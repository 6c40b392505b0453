/** Tests of live pages, and a browser for them. */
package io.dbharness.cli.watch;
