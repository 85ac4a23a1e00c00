import { Redis } from "ioredis";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../sandbox/servers/embedded-postgres.js";
import { startRedis } from "../sandbox/servers/embedded-redis.js";
import { templateDatabase } from "./servers/database.js";
import { type Demo, demoTemplate, seedTemplate } from "./servers/demo-database.js";
import { makeMemoryFolder } from "./servers/memory-folder.js";
import { migrateForRoles } from "./servers/process-roles.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a superuser. A test creates its own database with `createDatabase`. */
    postgresUrl: string;
    redisUrl: string;
    demo: Demo;
  }
}

interface TestServices {
  postgresUrl: string;
  redisUrl: string;
  demo: Demo;
  stop(): Promise<unknown>;
}

// Every Vitest project loads this file as its own module instance, but all projects share one pair of servers.
const shared = globalThis as { talonarioTestServices?: { users: number; services: Promise<TestServices> } };

export async function setup(project: TestProject): Promise<void> {
  shared.talonarioTestServices ??= { users: 0, services: startServices() };
  shared.talonarioTestServices.users += 1;
  const { postgresUrl, redisUrl, demo } = await shared.talonarioTestServices.services;
  project.provide("postgresUrl", postgresUrl);
  project.provide("redisUrl", redisUrl);
  project.provide("demo", demo);
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
  const [postgres, redis] = await Promise.all([
    startPostgres({ durable: false, version: "oldest", folder: makeMemoryFolder() }),
    startRedis(),
  ]);
  const stop = () => Promise.all([postgres.stop(), redis.stop()]);
  try {
    await forbidFlush(redis.url);
    const { remove, ...demo } = await makeTemplates(postgres.url);
    const stopAll = async () => {
      remove();
      await stop();
    };
    return { postgresUrl: postgres.url, redisUrl: redis.url, demo, stop: stopAll };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One database that is migrated, and a copy of it that has the demo companies. */
async function makeTemplates(postgresUrl: string) {
  const urlOf = (database: string) => Object.assign(new URL(postgresUrl), { pathname: database }).href;
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${templateDatabase}`);
    await migrateForRoles(urlOf(templateDatabase));
    await client.query(`CREATE DATABASE ${demoTemplate} TEMPLATE ${templateDatabase}`);
  } finally {
    await client.end();
  }
  return seedTemplate(urlOf(demoTemplate));
}

/** All tests share this Redis: who empties it takes away the counts on which another one waits. */
async function forbidFlush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.call("ACL", "SETUSER", "default", "-flushall", "-flushdb");
  redis.disconnect();
}
