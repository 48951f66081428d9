// One request and its answer over HTTPS/1.1: only as much of the protocol as the measured servers speak.
#define _GNU_SOURCE
#include "load.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <unistd.h>

#define SILENCE_SECONDS 300
#define BOUNDARY "----load-5f0e1c77a4d2"

void disconnect(struct client *c) {
  if (!c->tls) return;
  SSL_free(c->tls);
  close(c->socket);
  c->tls = NULL;
  c->in_at = c->in_end = c->out_end = 0;
}

int connect_to_server(struct client *c) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)c->options->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct timeval silence = {.tv_sec = SILENCE_SECONDS};
  int on = 1;
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  c->tls = SSL_new(c->context);
  if (connect(c->socket, (struct sockaddr *)&address, sizeof address)) return -1;
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(c->socket, SOL_SOCKET, SO_RCVTIMEO, &silence, sizeof silence);
  SSL_set_fd(c->tls, c->socket);
  SSL_set_tlsext_host_name(c->tls, "localhost");
  return SSL_connect(c->tls) == 1 ? 0 : -1;
}

static int flush(struct client *c) {
  for (size_t at = 0; at < c->out_end;) {
    int n = SSL_write(c->tls, c->out + at, (int)(c->out_end - at));
    if (n <= 0) return -1;
    at += (size_t)n;
  }
  c->sent += c->out_end;
  c->out_end = 0;
  return 0;
}

static int refill(struct client *c) {
  int n = SSL_read(c->tls, c->in, BUFFER_SIZE);
  if (n <= 0) return -1;
  c->in_at = 0;
  c->in_end = (size_t)n;
  c->received += (size_t)n;
  return 0;
}

// xorshift64*: fast enough not to matter, and nothing in it repeats or compresses.
static uint64_t next_random(struct client *c) {
  c->random ^= c->random >> 12;
  c->random ^= c->random << 25;
  c->random ^= c->random >> 27;
  return c->random * 0x2545F4914F6CDD1DULL;
}

// Sends `size` bytes: those given, or random ones where `bytes` is NULL.
static int put(struct client *c, const char *bytes, size_t size) {
  while (size > 0) {
    if (c->out_end == BUFFER_SIZE && flush(c)) return -1;
    size_t room = BUFFER_SIZE - c->out_end;
    size_t part = size < room ? size : room;
    char *to = c->out + c->out_end;
    if (bytes) {
      memcpy(to, bytes, part);
      bytes += part;
    } else {
      for (size_t i = 0; i < part; i += 8) {
        uint64_t random = next_random(c);
        memcpy(to + i, &random, part - i < 8 ? part - i : 8);
      }
    }
    c->out_end += part;
    size -= part;
  }
  return 0;
}

static void expand(char *to, size_t size, const char *template, long n) {
  const char *mark = strstr(template, "{n}");
  if (mark)
    snprintf(to, size, "%.*s%ld%s", (int)(mark - template), template, n, mark + 3);
  else
    snprintf(to, size, "%s", template);
}

static void wrap_in_form(char *opening, char *closing, const char *template, long n) {
  char name[512];
  expand(name, sizeof name, template, n);
  snprintf(opening, LINE_SIZE,
           "--" BOUNDARY "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%s\"\r\n"
           "Content-Type: application/octet-stream\r\n\r\n",
           name);
  snprintf(closing, LINE_SIZE, "\r\n--" BOUNDARY "--\r\n");
}

static int send_request(struct client *c, long n) {
  const struct options *o = c->options;
  char path[LINE_SIZE], head[4 * LINE_SIZE], length[128] = "", opening[LINE_SIZE] = "", closing[LINE_SIZE] = "";
  expand(path, sizeof path, o->paths[(size_t)n % o->path_count], n);
  if (o->form_name) wrap_in_form(opening, closing, o->form_name, n);
  size_t total = strlen(opening) + o->body_size + strlen(closing);
  if (o->has_body)
    snprintf(length, sizeof length, "Content-Length: %zu\r\n%s", total,
             o->form_name ? "Content-Type: multipart/form-data; boundary=" BOUNDARY "\r\n" : "");
  int size = snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: localhost:%d\r\n%s%s\r\n", o->method, path, o->port,
                      o->headers, length);
  // Spread over all bits; the generator must not start at zero.
  c->random = ((uint64_t)n + 1) * 0x9E3779B97F4A7C15ULL;
  if (put(c, head, (size_t)size) || put(c, opening, strlen(opening))) return -1;
  if (put(c, o->body, o->body_size) || put(c, closing, strlen(closing))) return -1;
  return flush(c);
}

static int get_line(struct client *c, char *line) {
  for (size_t size = 0;;) {
    if (c->in_at == c->in_end && refill(c)) return -1;
    char next = c->in[c->in_at++];
    if (next == '\n') {
      if (size > 0 && line[size - 1] == '\r') size--;
      line[size] = 0;
      return (int)size;
    }
    if (size < LINE_SIZE - 1) line[size++] = next;
  }
}

static int skip(struct client *c, uint64_t size) {
  while (size > 0) {
    if (c->in_at == c->in_end && refill(c)) return -1;
    uint64_t there = c->in_end - c->in_at;
    uint64_t part = size < there ? size : there;
    c->in_at += part;
    size -= part;
  }
  return 0;
}

static int skip_chunks(struct client *c) {
  char line[LINE_SIZE];
  for (;;) {
    if (get_line(c, line) < 0) return -1;
    uint64_t size = strtoull(line, NULL, 16);
    if (skip(c, size) || get_line(c, line) < 0) return -1;
    if (size == 0) return 0;
  }
}

// The status, or -1. Sets `closing` where the server takes no further request on this connection.
static int receive_response(struct client *c, int *closing) {
  char line[LINE_SIZE];
  int status = 0, chunked = 0, has_length = 0, size;
  uint64_t length = 0;
  if (get_line(c, line) < 0 || sscanf(line, "HTTP/1.1 %d", &status) != 1) return -1;
  if (status < 200 || status >= MAX_STATUS) return -1;
  while ((size = get_line(c, line)) > 0) {
    if (!strncasecmp(line, "content-length:", 15)) {
      length = strtoull(line + 15, NULL, 10);
      has_length = 1;
    } else if (!strncasecmp(line, "transfer-encoding:", 18)) {
      chunked = strcasestr(line, "chunked") != NULL;
    } else if (!strncasecmp(line, "connection:", 11)) {
      *closing = strcasestr(line, "close") != NULL;
    }
  }
  if (size < 0) return -1;
  if (!strcmp(c->options->method, "HEAD") || status == 204 || status == 304) return status;
  // A body that ends with the connection: no server that is measured here sends one.
  if (!chunked && !has_length) return -1;
  return (chunked ? skip_chunks(c) : skip(c, length)) ? -1 : status;
}

int exchange(struct client *c, long n) {
  int closing = 0, status = -1;
  if ((c->tls || !connect_to_server(c)) && !send_request(c, n)) status = receive_response(c, &closing);
  if (status < 0 || closing) disconnect(c);
  return status;
}
