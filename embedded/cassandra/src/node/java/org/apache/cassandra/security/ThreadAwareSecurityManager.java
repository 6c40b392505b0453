package org.apache.cassandra.security;

import java.security.PermissionCollection;
import java.security.Permissions;

/**
 * Replaces Cassandra's class of the same name, which installs a security manager. Java 24 and newer have none, and a node that installs one
 * does not start. The security manager guards only user-defined functions in Java, which the embedded node does not allow.
 */
public final class ThreadAwareSecurityManager {

    // Cassandra's other classes use this name.
    public static final PermissionCollection noPermissions = new Permissions();

    private ThreadAwareSecurityManager() {}

    public static void install() {}

    public static boolean isSecuredThread() {
        return false;
    }
}
