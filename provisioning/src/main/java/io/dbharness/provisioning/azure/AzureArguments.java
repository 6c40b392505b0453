package io.dbharness.provisioning.azure;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Names of the arguments and facts of Azure steps. */
final class AzureArguments {

    static final String SUBSCRIPTION = "subscription";
    static final String CLOUD = "cloud";
    static final String GROUP = "group";
    static final String REGION = "region";
    static final String RUN = "run";

    /** Ids of the steps that a step depends on. */
    static final String AFTER = "after";

    static final String OWNER = "owner";
    static final String TAGS = "tags";
    static final String LIFETIME = "lifetime";
    static final String NAME = "name";
    static final String ZONE = "zone";

    static final String ALLOW_FROM = "allowFrom";
    static final String PORT = "port";

    /** Port range of the agents and their coordinator, {@code 7800-7804}; set only where several clients are concerned. */
    static final String AGENTS = "agents";

    static final String ACCELERATED = "accelerated";
    static final String PUBLIC = "public";

    static final String SKU = "sku";
    static final String GIB = "gib";
    static final String IOPS = "iops";
    static final String MEGABYTES = "megabytesPerSecond";
    static final String SECTOR = "sector";
    static final String PERFORMANCE_PLUS = "performancePlus";
    static final String BURSTING = "bursting";
    static final String TIER = "tier";
    static final String EDITION = "edition";

    /** Storage of a database that is charged separately from its compute, GB. */
    static final String STORAGE = "storage";

    static final String SIZE = "size";
    static final String WANTED = "wanted";
    static final String PASSWORDS = "passwords";
    static final String SYSTEM_GIB = "systemGib";
    static final String PRIORITY = "priority";
    static final String PLAN = "plan";

    /** Planned request body of a resource, with {@link Placeholders}. */
    static final String BODY = "body";

    /** Address ranges that a database server accepts, each with its first and last address. */
    static final String RULES = "rules";

    /** Owner of the machines: a subject's name, or the client. */
    static final String MACHINES = "machines";

    static final String ANY_ZONE = "anyZone";

    /** Name of the machine whose zone another machine must share, wherever that is. */
    static final String ZONE_OF = "zoneOf";

    static final String ENTRA_LOGIN = "entraLogin";
    static final String CONTROLLER = "controller";
    static final String CACHING = "caching";
    static final String DISKS = "disks";
    static final String ULTRA = "ultra";
    static final String IMAGE = "image";
    static final String SYSTEM_DISK = "systemDisk";
    static final String NODE = "node";
    static final String FILE_SYSTEM = "fileSystem";

    /** Logical unit number of a volume's first disk; absent: 0. */
    static final String FIRST = "first";

    /** Mount point of a volume; absent: {@code /data}. */
    static final String MOUNT = "mount";

    /** Names of a machine's volumes; absent: {@code data}. */
    static final String VOLUMES = "volumes";

    static final String NODES = "nodes";
    /** First-boot configuration of a machine, in base64. */
    static final String CUSTOM_DATA = "customData";

    static final String SOFTWARE = "software";
    static final String DOWNLOAD = "download";

    /** Argument of a resource group: whether it existed before the run and is kept. */
    static final String EXISTING = "existing";

    static final String KEY_FILE = "file";
    static final String USER = "user";
    static final String PASSWORD = "password";

    // Facts.
    static final String ID = "id";
    static final String EXPIRES = "expires";
    static final String CREATED = "created";

    /** Time of day of the expiry, UTC, for Azure's schedules: {@code 1745}. */
    static final String END_OF_DAY = "endOfDay";

    static final String PUBLIC_KEY = "publicKey";
    static final String IP_ADDRESS = "ipAddress";
    static final String PRIVATE_ADDRESS = "privateAddress";
    static final String HOST = "host";
    static final String ZONES = "zones";
    static final String OWN = "own";

    // Steps that several subjects share.
    static final String CHECK_STEP = "azure/check";
    static final String GROUP_STEP = "azure/group";
    static final String KEY_STEP = "azure/key";
    static final String FIREWALL_STEP = "azure/firewall";
    static final String NAT_STEP = "azure/nat";
    static final String PROXIMITY_STEP = "azure/proximity";
    static final String NETWORK_STEP = "azure/network";

    static final String CLIENTS_STEP = "azure/clients";

    /** Name of the machine that runs the harness, and prefix of the names of the other client machines. */
    static final String CLIENT = "client";

    private static final Pattern ANY_CLIENT = Pattern.compile(CLIENT + "(-[1-9]\\d*)?");

    private AzureArguments() {}

    /** Returns the name of a client machine; number 1 runs the harness. */
    static String client(int number) {
        return number == 1 ? CLIENT : CLIENT + "-" + number;
    }

    /** Returns true if the name is that of a client machine, with any number. */
    static boolean isClient(String machine) {
        return ANY_CLIENT.matcher(machine).matches();
    }

    /** Builds a map from alternating names and values; an empty value is omitted together with its name. */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> arguments = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            String name = namesAndValues[i].toString();
            Object value = namesAndValues[i + 1];
            Optional<?> present = value instanceof Optional<?> optional ? optional : Optional.of(value);
            present.ifPresent(some -> arguments.put(name, some));
        }
        return arguments;
    }
}
