#pragma once
#include <openssl/ssl.h>
#include <stddef.h>
#include <stdint.h>

#define BUFFER_SIZE (256 * 1024)
#define LINE_SIZE 8192
#define MAX_STATUS 600

struct options {
  int port, connections;
  long requests, first;
  double seconds;
  const char *method, *form_name;
  const char **paths;
  size_t path_count;
  char headers[LINE_SIZE];
  int has_body;
  const char *body; // NULL for random bytes
  size_t body_size;
};

// One connection, which lives as long as the server lets it.
struct client {
  const struct options *options;
  SSL_CTX *context;
  SSL *tls;
  int socket;
  char in[BUFFER_SIZE], out[BUFFER_SIZE];
  size_t in_at, in_end, out_end;
  uint64_t random, sent, received;
};

// 0, or -1 for a failure.
int connect_to_server(struct client *c);

// Sends request number `n`, connecting first where needed. The status of the answer, or -1 for a failure.
int exchange(struct client *c, long n);

void disconnect(struct client *c);
