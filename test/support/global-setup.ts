import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "../../shared/db/migrate/migrate.js";
import { startPostgres } from "../../shared/sandbox/servers/embedded-postgres.js";
import { startRedis } from "../../shared/sandbox/servers/embedded-redis.js";
import { templateDatabase } from "./servers/database.js";
import { createTestRoles } from "./servers/process-roles.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a superuser. A test creates its own database with `createDatabase`. */
    postgresUrl: string;
    redisUrl: string;
  }
}

interface TestServices {
  postgresUrl: string;
  redisUrl: string;
  stop(): Promise<unknown>;
}

// Every Vitest project loads this file as its own module instance, but all projects share one pair of servers.
const shared = globalThis as { talonarioTestServices?: { users: number; services: Promise<TestServices> } };

export async function setup(project: TestProject): Promise<void> {
  shared.talonarioTestServices ??= { users: 0, services: startServices() };
  shared.talonarioTestServices.users += 1;
  const { postgresUrl, redisUrl } = await shared.talonarioTestServices.services;
  project.provide("postgresUrl", postgresUrl);
  project.provide("redisUrl", redisUrl);
}

export async function teardown(): Promise<void> {
  const held = shared.talonarioTestServices;
  if (!held) return;
  held.users -= 1;
  if (held.users > 0) return;
  delete shared.talonarioTestServices;
  await (await held.services).stop();
}

async function startServices(): Promise<TestServices> {
  // The oldest supported version: what works there also works on later ones. Tests that start their own server, and `npm start`,
  // use the newest.
  const [postgres, redis] = await Promise.all([startPostgres({ durable: false, version: "oldest" }), startRedis()]);
  const stop = () => Promise.all([postgres.stop(), redis.stop()]);
  try {
    await makeTemplate(postgres.url);
    return { postgresUrl: postgres.url, redisUrl: redis.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplate(postgresUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${templateDatabase}`);
  await client.end();
  const url = new URL(postgresUrl);
  url.pathname = templateDatabase;
  await migrate(url.href);
  await createTestRoles(url.href);
}
