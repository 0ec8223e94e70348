FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# `npm ci` builds (prepare). The image has its own Node, and PostgreSQL is another container: their packages stay out of what runs.
RUN npm ci && npm prune --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build --chown=node:node /app/package.json ./package.json
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
COPY --from=build --chown=node:node /app/admin/dist ./admin/dist
# The starter catalog and the intent lexicon are data beside the sources.
COPY --from=build --chown=node:node /app/server/directory/starter ./server/directory/starter
COPY --from=build --chown=node:node /app/server/directory/*.json /app/server/directory/*.txt ./server/directory/
COPY --from=build --chown=node:node /app/server/offers/starter ./server/offers/starter
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
