import { waitFor } from "../../sandbox/wait-for.js";
import type { startSystemOnOwnServers } from "../../support/processes/system.js";
import { copyByTemplate, dumpDatabase, type Loading } from "../../support/servers/database-dump.js";
import { type Invoice, post } from "./fault-system.js";

export type OwnSystem = Awaited<ReturnType<typeof startSystemOnOwnServers>>;

/** Makes a copy of the database. Gives what puts it in the database's place. */
type MakeCopy = (system: OwnSystem) => Promise<() => Promise<void>>;

const dumped =
  (how: Loading): MakeCopy =>
  async ({ databaseUrl }) => {
    const load = await dumpDatabase(databaseUrl);
    return () => load(how);
  };

const copied =
  (how: "as it is" | "recovered"): MakeCopy =>
  async ({ servers }) => {
    const putBack = await servers.copyFolder();
    return () => putBack(how);
  };

/** The ways in which a database forgets its last commits, but for failovers. The first three need the programs of PostgreSQL. */
export const waysBack = {
  "a dump in its place": dumped("anew"),
  "a dump over it": dumped("clean"),
  "the rows of a dump": dumped("data"),
  "a copy by template": ({ databaseUrl }) => copyByTemplate(databaseUrl),
  "its folder, as it is": copied("as it is"),
  "its folder, recovered": copied("recovered"),
} satisfies Record<string, MakeCopy>;

/** What a client does that was answered nothing, or a 500 while the database was away. */
export const sendUntilAnswered = (system: OwnSystem, body: Invoice): ReturnType<typeof post> =>
  waitFor(
    async () => {
      const answer = await post(system, body);
      return answer.status !== 500 && answer;
    },
    { message: "an answer that is no 500" },
  );

export const sendBatch = async (system: OwnSystem, invoices: Invoice[]): Promise<number> => {
  const { body } = await system.request<{ id: number }>("/batches", { method: "POST", body: { invoices } });
  return body.result.id;
};

export const statesOf = (system: OwnSystem, bodies: Invoice[]) =>
  system.sql<{ id: number; state: string; why: string | null }>(
    "SELECT id, state::text, operator_reason AS why FROM issuance WHERE idempotency = ANY($1) ORDER BY number",
    [bodies.map(({ idempotency }) => idempotency)],
  );

export const untilIssued = (system: OwnSystem, bodies: Invoice[]) =>
  waitFor(async () => (await statesOf(system, bodies)).every(({ state }) => state === "approved"), {
    message: "the elements to be issued",
  });

/** An element waits for an operator, because of what is missing. */
export const untilOperatorDecides = (system: OwnSystem, bodies: Invoice[]) =>
  waitFor(async () => (await statesOf(system, bodies)).some(({ why }) => why?.includes("lost its last commits")), {
    message: "the element that an operator decides",
  });

export const historyOf = async (system: OwnSystem) =>
  (await system.sql("SELECT current_incarnation() AS history"))[0]?.history;

/** Answers from what was lost are not compared with the ledgers. */
export const forgetAnswers = (system: OwnSystem): void => {
  for (const exchange of system.told) delete exchange.answer;
};

/** What the processes keep outside is a second old. */
export async function untilKept(system: OwnSystem): Promise<void> {
  const [now] = await system.sql<{ place: string; position: string }>(
    "SELECT database_id() AS place, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position",
  );
  const isKept = async () => {
    const kept = await system.redis.get(`talonario:watermark:${now?.place}`);
    return kept !== null && BigInt(JSON.parse(kept).position) >= BigInt(now?.position ?? 0);
  };
  await waitFor(isKept, { message: "the position to be kept" });
}
