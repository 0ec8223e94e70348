# The image is what `npm run release` makes, installed. A tarball that is there already is taken with --build-context release=FOLDER.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && npm run -s release -- --out /release

FROM scratch AS release
COPY --from=build /release /

# The image has its own Node, and PostgreSQL is another container: their packages, which are optional, stay out.
FROM node:24.21.0-bookworm-slim AS installed
WORKDIR /app
COPY --from=release /dai-*.tgz /tmp/
RUN tar -xzf /tmp/dai-*.tgz --strip-components=1 && npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY --from=installed --chown=node:node /app ./
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/server/main.js"]
