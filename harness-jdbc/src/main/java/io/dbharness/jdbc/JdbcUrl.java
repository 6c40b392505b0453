package io.dbharness.jdbc;

import java.util.regex.Pattern;

/** What can be said of a JDBC address without knowing its product. */
final class JdbcUrl {

    /** Parameters after {@code ?}, {@code &} or {@code ;} whose name ends like that of a secret. */
    private static final Pattern SECRET_PARAMETER =
            Pattern.compile("[?&;][^=&;]*(password|passwd|pwd|secret|token)\\s*=", Pattern.CASE_INSENSITIVE);

    /** Credentials before the host. Looks as far as the parameters, because a password may itself contain slashes. */
    private static final Pattern USER_INFO = Pattern.compile("^[^?;]*@");

    private static final Pattern USER_PARAMETER =
            Pattern.compile("(?<=[?&;])user(name)?=[^&;]*[&;]?", Pattern.CASE_INSENSITIVE);

    private static final Pattern DANGLING = Pattern.compile("[?&;]$");

    private JdbcUrl() {}

    /** Whether it holds, or may hold, a password. Such an address must not be printed. */
    static boolean carriesSecret(String url) {
        return SECRET_PARAMETER.matcher(url).find() || USER_INFO.matcher(url).find();
    }

    /** The address of a URL that carries no secret, without the user. */
    static String withoutUser(String url) {
        return DANGLING.matcher(USER_PARAMETER.matcher(url).replaceAll("")).replaceFirst("");
    }
}
