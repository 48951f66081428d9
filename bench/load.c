// Puts a known load on an HTTPS server of this machine and prints what came of it as one line of JSON. Before that it
// connects, prints a line with `ready`, and waits for a line: what comes after is the load and nothing else.
// Blocking threads with one kept-alive connection each: it must cost little beside the server it measures.
//
//   load --port 8443 --connections 8 --requests 1000 --path /api/2/version
//
// `{n}` in a path or form name is the number of the request, counted from --first. The number also seeds a random
// body, so that every request has bytes of its own. Several paths are taken in turns.
#define _GNU_SOURCE
#include "load.h"
#include <fcntl.h>
#include <getopt.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

static const char USAGE[] =
    "load --port N --path PATH… | --paths FILE\n"
    "  --requests N | --seconds S    how much (default: one request)\n"
    "  --connections N               at once (default: 1)\n"
    "  --first N                     number of the first request (default: 0)\n"
    "  --method NAME                 (default: GET)\n"
    "  --header 'Name: value'        may be repeated\n"
    "  --body FILE | --random BYTES  what to send\n"
    "  --form NAME                   send it as the multipart field `file` with this file name\n";

static struct options options = {.connections = 1, .requests = 1, .method = "GET"};
static atomic_long next_request;
static double deadline;
static pthread_barrier_t connected, started;

struct worker {
  pthread_t thread;
  struct client client;
  char cipher[64];
  double *latencies;
  long count, capacity, errors;
  long statuses[MAX_STATUS];
};

static void die(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(2);
}

static void *resized(void *old, size_t size) {
  void *memory = realloc(old, size);
  if (!memory) die("Out of memory");
  return memory;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void add_path(const char *path) {
  options.paths = resized(options.paths, (options.path_count + 1) * sizeof *options.paths);
  options.paths[options.path_count++] = path;
}

static void add_paths_from(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file) die("Cannot open the list of paths");
  char line[LINE_SIZE];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = 0;
    if (line[0]) add_path(strdup(line));
  }
  fclose(file);
}

static void add_header(const char *header) {
  size_t used = strlen(options.headers);
  int size = snprintf(options.headers + used, LINE_SIZE - used, "%s\r\n", header);
  if (used + (size_t)size >= LINE_SIZE) die("Too many headers");
}

static void use_body_from(const char *name) {
  struct stat found;
  int file = open(name, O_RDONLY);
  if (file < 0 || fstat(file, &found) || found.st_size == 0) die("Cannot read the body");
  options.has_body = 1;
  options.body_size = (size_t)found.st_size;
  options.body = mmap(NULL, options.body_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (options.body == MAP_FAILED) die("Cannot map the body");
}

static void use_random_body(const char *size) {
  options.has_body = 1;
  options.body_size = strtoull(size, NULL, 10);
}

static void read_options(int count, char **arguments) {
  static const struct option known[] = {
      {"port", 1, NULL, 'P'},    {"path", 1, NULL, 'p'},   {"paths", 1, NULL, 'l'},
      {"requests", 1, NULL, 'n'}, {"seconds", 1, NULL, 's'}, {"connections", 1, NULL, 'c'},
      {"first", 1, NULL, 'f'},   {"method", 1, NULL, 'm'}, {"header", 1, NULL, 'h'},
      {"body", 1, NULL, 'b'},    {"random", 1, NULL, 'r'}, {"form", 1, NULL, 'F'},
      {0}};
  for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) switch (option) {
      case 'P': options.port = atoi(optarg); break;
      case 'p': add_path(optarg); break;
      case 'l': add_paths_from(optarg); break;
      case 'n': options.requests = atol(optarg); break;
      case 's': options.seconds = atof(optarg); break;
      case 'f': options.first = atol(optarg); break;
      case 'm': options.method = optarg; break;
      case 'c': options.connections = atoi(optarg); break;
      case 'h': add_header(optarg); break;
      case 'b': use_body_from(optarg); break;
      case 'r': use_random_body(optarg); break;
      case 'F': options.form_name = optarg; break;
      default: die(USAGE);
    }
  if (options.port <= 0 || options.path_count == 0 || options.connections < 1) die(USAGE);
}

static void note(struct worker *w, double seconds) {
  if (w->count == w->capacity) {
    w->capacity = w->capacity ? 2 * w->capacity : 1024;
    w->latencies = resized(w->latencies, (size_t)w->capacity * sizeof *w->latencies);
  }
  w->latencies[w->count++] = seconds;
}

static void *run(void *argument) {
  struct worker *w = argument;
  if (connect_to_server(&w->client)) disconnect(&w->client);
  pthread_barrier_wait(&connected);
  pthread_barrier_wait(&started);
  for (;;) {
    long i = atomic_fetch_add(&next_request, 1);
    if (options.seconds > 0 ? now() >= deadline : i >= options.requests) break;
    double start = now();
    int status = exchange(&w->client, options.first + i);
    if (status < 0) {
      w->errors++;
    } else {
      w->statuses[status]++;
      note(w, now() - start);
    }
  }
  if (w->client.tls) snprintf(w->cipher, sizeof w->cipher, "%s", SSL_get_cipher_name(w->client.tls));
  disconnect(&w->client);
  return NULL;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Adds up everything in the first worker.
static void merge(struct worker *workers) {
  struct worker *sum = &workers[0];
  for (int i = 1; i < options.connections; i++) {
    struct worker *w = &workers[i];
    for (long j = 0; j < w->count; j++) note(sum, w->latencies[j]);
    for (int j = 0; j < MAX_STATUS; j++) sum->statuses[j] += w->statuses[j];
    sum->errors += w->errors;
    sum->client.sent += w->client.sent;
    sum->client.received += w->client.received;
    if (!sum->cipher[0]) memcpy(sum->cipher, w->cipher, sizeof sum->cipher);
  }
  if (sum->count > 0) qsort(sum->latencies, (size_t)sum->count, sizeof(double), ascending);
}

static double percentile(const struct worker *w, int percent) {
  return w->count > 0 ? w->latencies[(w->count - 1) * percent / 100] * 1e3 : 0;
}

static void report(const struct worker *sum, double seconds) {
  printf("{\"requests\":%ld,\"errors\":%ld,\"seconds\":%.6f,\"perSecond\":%.3f,", sum->count, sum->errors, seconds,
         (double)sum->count / seconds);
  printf("\"p50\":%.4f,\"p99\":%.4f,\"sent\":%lu,\"received\":%lu,", percentile(sum, 50), percentile(sum, 99),
         sum->client.sent, sum->client.received);
  printf("\"cipher\":\"%s\",\"statuses\":{", sum->cipher);
  const char *separator = "";
  for (int i = 0; i < MAX_STATUS; i++) {
    if (!sum->statuses[i]) continue;
    printf("%s\"%d\":%ld", separator, i, sum->statuses[i]);
    separator = ",";
  }
  printf("}}\n");
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  signal(SIGPIPE, SIG_IGN);
  // The certificate is not looked at: it is self-signed, and made for this run.
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  struct worker *workers = calloc((size_t)options.connections, sizeof *workers);
  if (!context || !workers) die("Cannot start");
  pthread_barrier_init(&connected, NULL, (unsigned)options.connections + 1);
  pthread_barrier_init(&started, NULL, (unsigned)options.connections + 1);
  for (int i = 0; i < options.connections; i++) {
    workers[i].client.options = &options;
    workers[i].client.context = context;
    if (pthread_create(&workers[i].thread, NULL, run, &workers[i])) die("Cannot start a thread");
  }

  pthread_barrier_wait(&connected);
  puts("ready");
  fflush(stdout);
  getchar();
  double start = now();
  deadline = start + options.seconds;
  pthread_barrier_wait(&started);
  for (int i = 0; i < options.connections; i++) pthread_join(workers[i].thread, NULL);
  double seconds = now() - start;

  merge(workers);
  report(&workers[0], seconds);
  return 0;
}
