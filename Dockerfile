# The service in an image, built from this folder alone: see docs/install.md.
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
# The key that signs agents: without the secret, each image has another one, and devices take no update of it.
RUN --mount=type=secret,id=agent_signing_key,target=/root/.config/holdfast/agent-signing-key.pem \
    node scripts/package.mjs --tree /holdfast

FROM ${BASE_IMAGE}
# Numbers, so that whoever runs it can see that it is not root, and can give it folders.
RUN groupadd --system --gid 10001 holdfast \
 && useradd --system --uid 10001 --gid 10001 --home-dir /var/lib/holdfast --shell /usr/sbin/nologin holdfast \
 && install -d -o 10001 -g 10001 -m 0700 /var/lib/holdfast \
 && ln -s /usr/lib/holdfast/bin/holdfast /usr/bin/holdfast
COPY --from=build /holdfast /usr/lib/holdfast
COPY packaging/healthcheck.mjs /usr/lib/holdfast/healthcheck.mjs
ENV HOLDFAST_HOST=0.0.0.0 HOLDFAST_PORT=8443 HOLDFAST_DATA_DIR=/var/lib/holdfast
USER 10001:10001
WORKDIR /var/lib/holdfast
VOLUME /var/lib/holdfast
EXPOSE 8443
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["/usr/lib/holdfast/bin/node", "/usr/lib/holdfast/healthcheck.mjs"]
ENTRYPOINT ["holdfast"]
CMD ["serve"]
