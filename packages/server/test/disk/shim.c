/*
 * Put before a process with LD_PRELOAD, it stands between SQLite and the disk.
 *   DISK_SHIM_DELAY_MS  every sync takes so much longer: a slow disk.
 *   DISK_SHIM_RECORD    a file to which everything is written that happens to the files of the store, in its order, so
 *                       that a test can make up what a loss of power leaves behind. Syncs take differently long then,
 *                       so that one overtakes another.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define UNEVEN_US 4000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int record_fd = -1;
static int delay_ms = 0;

__attribute__((constructor)) static void begin(void) {
  const char *delay = getenv("DISK_SHIM_DELAY_MS");
  const char *path = getenv("DISK_SHIM_RECORD");
  if (delay) delay_ms = atoi(delay);
  if (path) record_fd = open(path, O_CREAT | O_WRONLY | O_APPEND, 0600);
}

/* 'd' the database, 'w' its write-ahead log, 'm' the mark beside it, 'r' what was reported; 0 anything else. */
static char kind_of(int fd) {
  char link[64], path[4096];
  static const char *names[] = {"/latchwork.db", "/latchwork.db-wal", "/latchwork.mark", "/reported"};
  static const char kinds[] = {'d', 'w', 'm', 'r'};
  int n = 0;
  char digits[12];
  int value = fd, count = 0;
  if (record_fd < 0 || fd < 0 || fd == record_fd) return 0;
  do { digits[count++] = (char)('0' + value % 10); value /= 10; } while (value);
  memcpy(link, "/proc/self/fd/", 14);
  n = 14;
  while (count) link[n++] = digits[--count];
  link[n] = 0;
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  for (size_t i = 0; i < sizeof kinds; i++) {
    size_t size = strlen(names[i]);
    if ((size_t)length >= size && strcmp(path + length - size, names[i]) == 0) return kinds[i];
  }
  return 0;
}

static void put(const void *data, size_t length) {
  const char *at = data;
  while (length > 0) {
    ssize_t done = syscall(SYS_write, record_fd, at, length);
    if (done <= 0) abort();
    at += done;
    length -= (size_t)done;
  }
}

struct head { char what, file; char pad[6]; uint64_t offset, length; };

static void note(char what, char file, uint64_t offset, uint64_t length, const void *data) {
  struct head head = {what, file, {0}, offset, length};
  put(&head, sizeof head);
  if (data) put(data, length);
}

static ssize_t write_at(int fd, const void *data, size_t length, off64_t offset) {
  char file = kind_of(fd);
  if (!file) return syscall(SYS_pwrite64, fd, data, length, offset);
  pthread_mutex_lock(&lock);
  ssize_t done = syscall(SYS_pwrite64, fd, data, length, offset);
  if (done > 0) note('W', file, (uint64_t)offset, (uint64_t)done, data);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) { return write_at(fd, data, length, offset); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return write_at(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  char file = kind_of(fd);
  if (!file) return syscall(SYS_write, fd, data, length);
  pthread_mutex_lock(&lock);
  /* Other files than the list of what was reported are written at an offset, or not at all. */
  if (file != 'r') abort();
  ssize_t done = syscall(SYS_write, fd, data, length);
  if (done > 0) note('R', file, 0, (uint64_t)done, data);
  pthread_mutex_unlock(&lock);
  return done;
}

static int cut(int fd, off64_t length) {
  char file = kind_of(fd);
  if (!file) return (int)syscall(SYS_ftruncate, fd, length);
  pthread_mutex_lock(&lock);
  int failed = (int)syscall(SYS_ftruncate, fd, length);
  if (!failed) note('T', file, (uint64_t)length, 0, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}

int ftruncate64(int fd, off64_t length) { return cut(fd, length); }
int ftruncate(int fd, off_t length) { return cut(fd, length); }

/* What was written before a sync begins is on the disk when it ends. */
static int sync_file(int fd, long call) {
  char file = kind_of(fd);
  uint64_t begun = 0;
  if (file) {
    pthread_mutex_lock(&lock);
    begun = (uint64_t)lseek(record_fd, 0, SEEK_END);
    pthread_mutex_unlock(&lock);
  }
  if (delay_ms > 0) usleep((useconds_t)delay_ms * 1000);
  if (file) usleep((useconds_t)(rand() % UNEVEN_US));
  int failed = (int)syscall(call, fd);
  if (file && !failed) {
    pthread_mutex_lock(&lock);
    note('S', file, begun, 0, NULL);
    pthread_mutex_unlock(&lock);
  }
  return failed;
}

int fsync(int fd) { return sync_file(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_file(fd, SYS_fdatasync); }
