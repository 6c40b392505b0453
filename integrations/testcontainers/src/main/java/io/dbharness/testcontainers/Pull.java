package io.dbharness.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.PullResponseItem;
import io.dbharness.model.HarnessException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.testcontainers.utility.DockerImageName;

/**
 * Pulls images before containers are created from them. Testcontainers would retry for minutes, whatever the reason, before it reported the
 * failure.
 *
 * @param client of the daemon; the caller closes it
 */
record Pull(DockerClient client) {

    /**
     * Pulls the image unless the Docker host has it.
     *
     * @throws HarnessException if the image is missing and the pull fails; with the registry's or the daemon's reason
     */
    void require(String image) {
        try {
            client.inspectImageCmd(image).exec();
            return;
        } catch (NotFoundException e) {
            // The Docker host does not have the image yet.
        }
        DockerImageName name = DockerImageName.parse(image);
        try {
            Progress progress = client.pullImageCmd(name.getUnversionedPart())
                    .withTag(name.getVersionPart())
                    .exec(new Progress());
            progress.awaitCompletion();
            progress.problem().ifPresent(problem -> {
                throw failed(image, problem, null);
            });
        } catch (DockerException | DockerClientException e) {
            throw failed(image, String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the image " + image + " was pulled", e);
        }
    }

    private static HarnessException failed(String image, String problem, @Nullable Exception cause) {
        String reason = problem.replaceFirst("(?s)^Status \\d+: ", "").strip();
        return new HarnessException(
                "cannot pull the image " + image + ": " + reason
                        + "; check its name, and that the registry is reached and knows you ('docker pull " + image
                        + "')",
                cause);
    }

    /** Keeps the error that the daemon reports, if any. One thread writes it; readers wait until that thread has ended. */
    private static final class Progress extends ResultCallback.Adapter<PullResponseItem> {

        private volatile Optional<String> problem = Optional.empty();

        @Override
        public void onNext(PullResponseItem item) {
            if (item.getErrorDetail() != null) {
                problem = Optional.ofNullable(item.getErrorDetail().getMessage());
            }
        }

        Optional<String> problem() {
            return problem;
        }
    }
}
