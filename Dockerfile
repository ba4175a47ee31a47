# The image of one app: docker build --build-arg APP=gateway --tag outreach/gateway .
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-slim AS build
ARG APP
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs libs
COPY proto proto
COPY apps/${APP} apps/${APP}
# The packages of this app only. No script of a package runs (.npmrc).
RUN npm ci --omit=dev --workspace=apps/${APP}
# The entry point has the same path in all images.
RUN ln -s apps/${APP} app

# The gateway serves the console. The packages that build it stay in this stage; for another app the folder is empty.
FROM node:${NODE_VERSION}-slim AS console
ARG APP
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs libs
COPY apps/console apps/console
RUN mkdir -p apps/console/dist && if [ "${APP}" = gateway ]; then npm ci --workspace=apps/console && npm run build --workspace=apps/console; fi

FROM node:${NODE_VERSION}-slim
ARG APP
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="outreach-${APP}" \
      org.opencontainers.image.description="The ${APP} service of Outreach" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# One heap of the allocator for all threads: several keep freed memory of their own, 10 to 20 MiB of a process.
ENV NODE_ENV=production MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /app /app
COPY --from=console /app/apps/console/dist /app/apps/console/dist
# The process writes no file outside of mounted volumes: the root file system can be read-only.
USER 10001:10001
EXPOSE 8080 50051 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process and handles SIGTERM itself. The heap may grow by half between two full collections: V8 allows
# a small heap about 10 MiB, which the buffers of received data fill more than once per second under load.
ENTRYPOINT ["node", "--expose-gc", "--heap-growing-percent=50", "app/src/main.ts"]
