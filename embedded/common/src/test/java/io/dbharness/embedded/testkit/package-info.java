/** Shared parts of the tests of all embedded servers. */
package io.dbharness.embedded.testkit;
