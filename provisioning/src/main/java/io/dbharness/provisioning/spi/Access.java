package io.dbharness.provisioning.spi;

import java.nio.file.Path;

/**
 * How a machine is entered by ssh.
 *
 * @param host  its name or address
 * @param port  of its ssh server
 * @param user  who enters
 * @param key   the file of the private key
 * @param known the file of host keys; a host that is not in it is believed once and added
 */
public record Access(String host, int port, String user, Path key, Path known) {

    /** Of an ssh server unless said otherwise. */
    public static final int PORT = 22;
}
