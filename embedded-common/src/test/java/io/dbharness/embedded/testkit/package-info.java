/** What the tests of all embedded servers share. */
package io.dbharness.embedded.testkit;
