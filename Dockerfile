# One image per process: docker build --target api|issuer|renderer|mailer|migrate|admin|authority .

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV CHECKPOINT_DISABLE=1 PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npx prisma generate && npx tsc && rm -rf dist/shared/sandbox dist/shared/launch && npm prune --omit=dev --omit=optional

FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/prisma ./prisma
COPY --from=build /app/dist/shared ./dist/shared
USER node

FROM base AS migrate
CMD ["node", "dist/shared/db/migrate/migrate-main.js"]

FROM base AS api
COPY --from=build /app/dist/api ./dist/api
EXPOSE 3000
CMD ["node", "dist/api/main.js"]

FROM base AS issuer
COPY --from=build /app/dist/issuer ./dist/issuer
CMD ["node", "dist/issuer/main.js"]

FROM base AS mailer
COPY --from=build /app/mailer/templates ./mailer/templates
COPY --from=build /app/dist/mailer ./dist/mailer
CMD ["node", "dist/mailer/main.js"]

FROM base AS renderer
USER root
RUN apt-get update && apt-get install -y --no-install-recommends chromium fonts-noto-core && rm -rf /var/lib/apt/lists/*
USER node
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
USER node
EXPOSE 4020
CMD ["node", "dist/test/authority/main.js", "--text"]
