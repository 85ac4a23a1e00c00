# One image per process: docker build --target api|issuer|renderer|mailer|migrate|admin|authority .
# Every version is exact: a new one is a commit. compose.yaml has the versions of the servers.

# What is built is the same on each platform, so the one that builds makes it for all: no native code of npm ships.
FROM --platform=$BUILDPLATFORM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV CHECKPOINT_DISABLE=1 PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node
COPY package.json package-lock.json .npmrc ./
# No package needs its install script here, so none runs.
RUN npm ci --ignore-scripts
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse HEAD) …
ARG COMMIT
# Of node_modules, what the bundles do not have inside is all that stays.
RUN npx prisma generate && node shared/launch/bundle.mjs && node shared/launch/keep-outside.mjs

FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma ./prisma
# Of the packages inside the bundles; those in node_modules bring their own.
COPY --from=build /app/LICENSE /app/dist/third-party-licences.txt ./
# The user "node", as a number: so a cluster can see that it is not root.
USER 1000:1000

FROM base AS migrate
COPY --from=build /app/dist/shared/db ./dist/shared/db
COPY --from=build /app/dist/shared/deploy ./dist/shared/deploy
CMD ["node", "dist/shared/db/migrate/migrate-main.js"]

FROM base AS api
COPY --from=build /app/shared/db/people/common-passwords.txt ./shared/db/people/common-passwords.txt
COPY --from=build /app/api/docs/guides ./api/docs/guides
COPY --from=build /app/api/app/static ./api/app/static
COPY --from=build /app/dist/api ./dist/api
EXPOSE 3000
CMD ["node", "--max-semi-space-size=32", "dist/api/main.js"]

FROM base AS issuer
COPY --from=build /app/dist/issuer ./dist/issuer
CMD ["node", "--max-semi-space-size=32", "dist/issuer/main.js"]

FROM base AS mailer
COPY --from=build /app/dist/mailer ./dist/mailer
CMD ["node", "dist/mailer/main.js"]

FROM base AS renderer
USER root
# Chromium and the fonts are not pinned: Debian keeps only the newest, which has the newest corrections.
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-core && rm -rf /var/lib/apt/lists/*
USER 1000:1000
ENV CHROMIUM_PATH=/usr/bin/chromium
COPY --from=build /app/renderer/templates ./renderer/templates
COPY --from=build /app/dist/renderer ./dist/renderer
CMD ["node", "dist/renderer/main.js"]

# The operator's command line, with the renderer's browser for its doctor to find.
FROM renderer AS admin
COPY --from=build /app/dist/api ./dist/api
ENTRYPOINT ["node", "dist/api/admin/main.js"]
CMD ["--help"]

# The simulated tax authority, to try the service without a certificate of the real one.
FROM base AS authority
COPY --from=build /app/test/authority/wsdl ./test/authority/wsdl
COPY --from=build /app/test/authority/tables ./test/authority/tables
COPY --from=build /app/dist/test/authority ./dist/test/authority
USER root
RUN mkdir -p /data/authority && chown node /data/authority
USER 1000:1000
EXPOSE 4020
CMD ["node", "dist/test/authority/main.js", "--text"]
