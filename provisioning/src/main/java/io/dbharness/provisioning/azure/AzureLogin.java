package io.dbharness.provisioning.azure;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.credential.TokenRequestContext;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.identity.DefaultAzureCredentialBuilder;
import io.dbharness.model.HarnessException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Tokens from whatever Azure's default chain finds: environment, workload identity, managed identity, command line. Thread-safe. */
final class AzureLogin {

    private static final String NONE =
            "no login to Azure works. Tried, in this order: environment variables (AZURE_CLIENT_ID and"
                    + " companions), workload identity, managed identity, and what the Azure tools on this machine are logged in with. 'az"
                    + " login' is the simplest; AZURE_TOKEN_CREDENTIALS can name one of them alone";

    /** A token that ends sooner is not used for another request. */
    private static final Duration LEFT = Duration.ofMinutes(5);

    private final TokenCredential credential;
    private final String scope;
    private @Nullable AccessToken token;

    AzureLogin(TokenCredential credential, String scope) {
        this.credential = credential;
        this.scope = scope;
    }

    static AzureLogin of(AzureCloud cloud) {
        return new AzureLogin(
                new DefaultAzureCredentialBuilder()
                        .authorityHost(cloud.authority())
                        .build(),
                cloud.scope());
    }

    /** One that is valid for some minutes more. Throws a {@link HarnessException} when there is none to be had. */
    synchronized String token() {
        AccessToken kept = token;
        if (kept == null
                || kept.getExpiresAt()
                        .isBefore(OffsetDateTime.now(ZoneOffset.UTC).plus(LEFT))) {
            try {
                kept = credential.getTokenSync(new TokenRequestContext().addScopes(scope));
            } catch (ClientAuthenticationException e) {
                throw new HarnessException(NONE, e);
            }
            token = kept;
        }
        return kept.getToken();
    }
}
