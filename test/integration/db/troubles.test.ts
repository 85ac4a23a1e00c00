import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "../../../shared/db/generated/client.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { troubleOf } from "../../../shared/db/pool/database-trouble.js";
import type { PoolOptions } from "../../../shared/db/pool/pool.js";
import { openTenantDatabase } from "../../../shared/db/pool/tenant-database.js";
import { openSnapshots } from "../../../shared/db/reports/snapshot.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { createDatabase, type TestDatabase } from "../../support/servers/database.js";
import { startTcpProxy, type TcpProxy } from "../../support/servers/tcp-proxy.js";

const tenant = { companyId: 1, production: false };

let database: TestDatabase;
let proxy: TcpProxy;
let operator: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  proxy = await startTcpProxy(database.url);
  operator = new pg.Client(database.url);
  await operator.connect();
});
afterAll(async () => {
  await operator?.end();
  await proxy?.close();
  await database?.drop();
});

/** Reads the table `plan`. */
type Read = () => Promise<unknown>;
type Open = (options: PoolOptions) => { read: Read; close(): Promise<void> };

const raw = (db: Pick<Database, "$queryRaw">) => db.$queryRaw`SELECT name FROM public.plan`;
const ofAll =
  (read: (db: Database) => Promise<unknown>): Open =>
  (options) => {
    const { db, close } = openDatabase(proxy.url, options);
    return { read: () => read(db), close };
  };
const ofTenant =
  (read: (db: Database) => Promise<unknown>): Open =>
  (options) => {
    const { of, close } = openTenantDatabase(proxy.url, { ...options, perTenant: 60 });
    return { read: () => read(of(tenant)), close };
  };

/** Every way in which a process asks the database. */
const ways: Record<string, Open> = {
  "a statement of ours": ofAll(raw),
  "a model": ofAll((db) => db.plan.findMany()),
  "a transaction": ofAll((db) => db.$transaction((tx) => raw(tx))),
  "a tenant's statement": ofTenant(raw),
  "a tenant's statement, by a connection that was told another tenant": (options) => {
    const { of, close } = openTenantDatabase(proxy.url, { ...options, perTenant: 60 });
    let companyId = 0;
    return { read: () => raw(of({ companyId: ++companyId, production: false })), close };
  },
  "a tenant's transaction": ofTenant((db) => db.$transaction((tx) => raw(tx))),
  "a statement of nobody": (options) => {
    const { ofNobody, close } = openTenantDatabase(proxy.url, { ...options, perTenant: 60 });
    return { read: () => ofNobody.$queryRaw`SELECT name FROM public.plan`, close };
  },
  "a report": (options) => {
    const pool = openSnapshots(proxy.url, options);
    const read = async () => {
      const snapshot = await pool.open(tenant);
      try {
        for await (const rows of snapshot.read(Prisma.sql`SELECT name FROM public.plan`)) return rows;
        return [];
      } finally {
        await snapshot.close();
      }
    };
    return { read, close: pool.close };
  },
};

const troubleIn = (read: Promise<unknown>) =>
  read.then(
    () => "none",
    (error) => troubleOf(error) ?? error,
  );

/** Keeps the table to itself while `meanwhile` runs. */
async function whileLocked<Result>(meanwhile: () => Promise<Result>): Promise<Result> {
  await operator.query("BEGIN");
  await operator.query("LOCK TABLE public.plan IN ACCESS EXCLUSIVE MODE");
  try {
    return await meanwhile();
  } finally {
    await operator.query("ROLLBACK");
  }
}

const somebodyWaits = () =>
  waitFor(
    async () => {
      const { rows } = await operator.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length > 0;
    },
    { message: "the statement to wait" },
  );

describe.each(Object.entries(ways))("%s", (_, open) => {
  /** Opens a pool, whose connection is there already, and lets it go afterwards. */
  async function reading(options: PoolOptions, run: (read: Read) => Promise<void>): Promise<void> {
    const { read, close } = open({ connections: 1, ...options });
    try {
      expect(await troubleIn(read())).toBe("none");
      await run(read);
    } finally {
      await close();
    }
  }

  test("knows a connection that breaks under it, and a database that refuses one, as the database's", () =>
    reading({}, async (read) => {
      await whileLocked(async () => {
        const broken = troubleIn(read());
        await somebodyWaits();
        proxy.cut();
        expect(await broken).toBe("away");
      });
      await proxy.refuse();
      expect(await troubleIn(read())).toBe("away");
      await proxy.pass();
      expect(await troubleIn(read())).toBe("none");
    }));

  test("knows a statement and a lock that take too long as those of a slow database", async () => {
    await reading({ statementMs: 500 }, (read) =>
      reading({ lockMs: 500 }, (readLocking) =>
        whileLocked(async () => {
          const troubles = await Promise.all([troubleIn(read()), troubleIn(readLocking())]);
          expect(troubles).toEqual(["slow", "slow"]);
        }),
      ),
    );
  });
});

test("each way waits for its turn where each answer is slow, and knows a turn that does not come as that of a slow database", async () => {
  const opened = Object.entries(ways).map(([name, open]) => ({ name, ...open({ connections: 1, timeoutMs: 800 }) }));
  for (const { read } of opened) expect(await troubleIn(read())).toBe("none");
  proxy.holdAnswers(100);
  const troubles = await Promise.all(
    opened.map(async ({ name, read }) => {
      const known = await Promise.all(Array.from({ length: 60 }, () => troubleIn(read())));
      return [name, [...new Set(known)].sort()];
    }),
  );
  proxy.holdAnswers(0);
  expect(troubles).toEqual(opened.map(({ name }) => [name, ["none", "slow"]]));
  await Promise.all(opened.map(({ close }) => close()));
});

test("a connection that gives no answer breaks, whoever asked, and another one takes its place", async () => {
  const opened = Object.values(ways).map((open) => open({ connections: 1, statementMs: 1_000 }));
  const readAll = async () => new Set(await Promise.all(opened.map(({ read }) => troubleIn(read()))));
  expect(await readAll()).toEqual(new Set(["none"]));
  proxy.strand();
  expect(await readAll()).toEqual(new Set(["away"]));
  expect(await readAll()).toEqual(new Set(["none"]));
  await Promise.all(opened.map(({ close }) => close()));
});

test("a pool whose connections are new is told that the database is slow where it answers others of this process", async () => {
  const others = openDatabase(proxy.url, { connections: 1 });
  await raw(others.db);
  const { db, close } = openDatabase(proxy.url, { connections: 1, timeoutMs: 550 });
  // A connection takes some answers, and a statement one.
  proxy.holdAnswers(200);
  const connecting = troubleIn(raw(db));
  let isOver = false;
  const asking = (async () => {
    while (!isOver) await raw(others.db);
  })();
  expect(await connecting).toBe("slow");
  isOver = true;
  await asking;
  proxy.holdAnswers(0);
  await Promise.all([close(), others.close()]);
});

test("a stalled database is waited for as long as a connection may take, and is away then", async () => {
  proxy.stall();
  const [hasty, patient] = [500, 60_000].map((timeoutMs) => openDatabase(proxy.url, { connections: 1, timeoutMs }));
  if (!hasty || !patient) throw new Error("two were opened");
  const startedMs = performance.now();
  const waiting = troubleIn(raw(patient.db));
  expect(await troubleIn(raw(hasty.db))).toBe("away");
  expect(performance.now() - startedMs).toBeGreaterThan(499);
  await proxy.pass();
  expect(await waiting).toBe("none");
  await Promise.all([hasty.close(), patient.close()]);
});

describe("a new connection that is not prepared keeps nobody waiting, and its place is free again", () => {
  test.each<[string, (fails: boolean) => Promise<void>]>([
    [
      "when its preparation fails while the peer is gone",
      async (fails) => {
        if (!fails) return;
        proxy.strand();
        throw new Error("not now");
      },
    ],
    ["when its preparation never ends", async (fails) => (fails ? new Promise<never>(() => undefined) : undefined)],
  ])("%s", async (_, prepare) => {
    let fails = true;
    const { db, close } = openDatabase(proxy.url, {
      connections: 1,
      timeoutMs: 400,
      onConnect: () => prepare(fails),
    });
    let outcome: string | undefined;
    const read = raw(db).then(
      () => "read",
      () => "told",
    );
    read.then((told) => {
      outcome = told;
    });
    expect(await waitFor(() => outcome, { message: "who asked to be told", timeoutMs: 20_000 })).toBe("told");
    fails = false;
    await proxy.pass();
    expect(await troubleIn(raw(db))).toBe("none");
    await close();
  });
});
