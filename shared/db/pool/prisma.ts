import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "../generated/client.js";
import type { PatientPool } from "./patient-pool.js";

/** A transaction waits longer for its connection than the pool does: the pool knows why none came. */
const transactionOptions = { maxWait: 20_000, timeout: 20_000 };

export interface OpenPrisma {
  get(): PrismaClient;
  close(): Promise<void>;
}

/**
 * Prisma's client on a pool, made when it is first used: it reads its whole model, which takes 50 ms, and a process has pools on which it
 * sends nothing but statements of ours.
 */
export function openPrisma(pool: PatientPool): OpenPrisma {
  let client: PrismaClient | undefined;
  return {
    get() {
      client ??= new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions });
      return client;
    },
    async close() {
      await client?.$disconnect();
    },
  };
}
