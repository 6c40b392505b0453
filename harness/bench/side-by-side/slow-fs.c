/*
 * A file system whose reads and writes take predefined times, to verify disk benchmarks.
 *
 *   gcc -O2 -o slow-fs slow-fs.c -lm $(pkg-config --cflags --libs fuse3)
 *   ./slow-fs DIRECTORY MOUNTPOINT 8000 0.5     # microseconds at the median, spread of a log-normal distribution
 *   ./disk.py --file MOUNTPOINT/probe --engine psync --harness 'java -jar harness.jar'
 *   fusermount3 -u MOUNTPOINT
 *
 * Files are those of DIRECTORY, best one in memory. The times are the middles of 1,000 equally likely parts of the distribution, dealt to reads and to
 * writes in an order that is shuffled once: of each 1,000 reads exactly 10 take longer than the 99th percentile, and so on. So only the machine adds
 * random delays. The kernel lets one write at a time into a file, so writes queue; one that makes a file longer does not wait. Prints
 * the percentiles before it begins. Needs Linux and libfuse 3.12.
 */
#define FUSE_USE_VERSION 312
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#define PARTS 1000
#define CHECKED(call) ((call) < 0 ? -errno : 0)

static int root;
static long sorted[PARTS];
static long dealt[PARTS];
static atomic_ulong reads, writes;

/* The standard normal distribution's quantile, by bisection: made a thousand times. */
static double quantile(double probability)
{
    double low = -10, high = 10;
    for (int step = 0; step < 80; step++) {
        double middle = (low + high) / 2;
        if (erfc(-middle / sqrt(2)) / 2 < probability) low = middle; else high = middle;
    }
    return low;
}

static void deal(double median, double spread)
{
    for (int i = 0; i < PARTS; i++)
        dealt[i] = sorted[i] = 1000 * median * exp(spread * quantile((i + 0.5) / PARTS));
    srand48(1);
    for (int i = PARTS - 1; i > 0; i--) {
        int other = drand48() * (i + 1);
        long kept = dealt[i];
        dealt[i] = dealt[other];
        dealt[other] = kept;
    }
}

/* Returns when the next time in the deal has passed since the call began. */
static void wait_since(struct timespec began, atomic_ulong *counter)
{
    began.tv_nsec += dealt[atomic_fetch_add(counter, 1) % PARTS];
    began.tv_sec += began.tv_nsec / 1000000000;
    began.tv_nsec %= 1000000000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &began, NULL) == EINTR) {}
}

static const char *below(const char *path)
{
    return path[1] ? path + 1 : ".";
}

static void *begin(struct fuse_conn_info *connection, struct fuse_config *config)
{
    connection->max_background = 1024;
    connection->congestion_threshold = 1024;
    config->nullpath_ok = 1;
    return NULL;
}

static int get_attributes(const char *path, struct stat *found, struct fuse_file_info *file)
{
    return CHECKED(file ? fstat(file->fh, found) : fstatat(root, below(path), found, AT_SYMLINK_NOFOLLOW));
}

static int make(const char *path, mode_t mode, struct fuse_file_info *file)
{
    int opened = openat(root, below(path), file->flags & ~O_DIRECT, mode);
    if (opened < 0)
        return -errno;
    file->fh = opened;
    file->direct_io = 1;
    return 0;
}

static int open_file(const char *path, struct fuse_file_info *file)
{
    return make(path, 0, file);
}

static int read_file(const char *path, char *into, size_t size, off_t offset, struct fuse_file_info *file)
{
    struct timespec began;
    clock_gettime(CLOCK_MONOTONIC, &began);
    ssize_t done = pread(file->fh, into, size, offset);
    if (done < 0)
        return -errno;
    wait_since(began, &reads);
    return done;
}

/* Only small blocks written in place are slow, so that filling a file takes no hours. */
static int write_file(const char *path, const char *from, size_t size, off_t offset, struct fuse_file_info *file)
{
    struct timespec began;
    struct stat before;
    clock_gettime(CLOCK_MONOTONIC, &began);
    if (fstat(file->fh, &before) < 0)
        return -errno;
    ssize_t done = pwrite(file->fh, from, size, offset);
    if (done < 0)
        return -errno;
    if (size <= 65536 && offset + (off_t) size <= before.st_size)
        wait_since(began, &writes);
    return done;
}

static int resize(const char *path, off_t size, struct fuse_file_info *file)
{
    if (file)
        return CHECKED(ftruncate(file->fh, size));
    int opened = openat(root, below(path), O_WRONLY);
    if (opened < 0)
        return -errno;
    int result = CHECKED(ftruncate(opened, size));
    close(opened);
    return result;
}

static int release_file(const char *path, struct fuse_file_info *file)
{
    return CHECKED(close(file->fh));
}

static int sync_file(const char *path, int data, struct fuse_file_info *file)
{
    return CHECKED(fsync(file->fh));
}

static int remove_file(const char *path)
{
    return CHECKED(unlinkat(root, below(path), 0));
}

static int file_system(const char *path, struct statvfs *found)
{
    return CHECKED(fstatvfs(root, found));
}

static const struct fuse_operations OPERATIONS = {
    .init = begin, .getattr = get_attributes, .create = make, .open = open_file, .read = read_file, .write = write_file,
    .truncate = resize, .release = release_file, .fsync = sync_file, .unlink = remove_file, .statfs = file_system,
};

int main(int count, char **words)
{
    if (count != 5 || (root = open(words[1], O_RDONLY | O_DIRECTORY)) < 0) {
        fprintf(stderr, "usage: %s DIRECTORY MOUNTPOINT MEDIAN_MICROSECONDS SPREAD\n", words[0]);
        return 2;
    }
    deal(atof(words[3]), atof(words[4]));
    static const double shown[] = {50, 90, 95, 99};
    for (int i = 0; i < 4; i++)
        printf("p%.0f %.3f ms\n", shown[i], sorted[(int) (PARTS * shown[i] / 100) - 1] / 1e6);
    fflush(stdout);
    char *passed[] = {words[0], words[2], "-o", "max_threads=1024", NULL};
    return fuse_main(4, passed, &OPERATIONS, NULL);
}
