package org.apache.cassandra.security;

import java.security.PermissionCollection;
import java.security.Permissions;

/**
 * Stands in front of Cassandra's class of this name, which installs a security manager: Java 24 and newer have none, and a node that tries
 * does not start. All it guards are functions written by users in Java, which the embedded node does not allow.
 */
public final class ThreadAwareSecurityManager {

    // The name that Cassandra's other classes refer to.
    public static final PermissionCollection noPermissions = new Permissions();

    private ThreadAwareSecurityManager() {}

    public static void install() {}

    public static boolean isSecuredThread() {
        return false;
    }
}
