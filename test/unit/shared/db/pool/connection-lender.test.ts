import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { createConnectionLender } from "../../../../../shared/db/pool/connection-lender.js";
import { DatabaseClient } from "../../../../../shared/db/pool/database-client.js";
import { createConnectionPlaces } from "../../../../../shared/db/pool/places.js";
import { waitFor } from "../../../../sandbox/wait-for.js";
import { propertyRuns } from "../../../../support/samples/property-runs.js";

/** A connection that goes nowhere. */
class Client extends DatabaseClient {
  isEnded = false;
  isBroken = false;
  /** Work that it was prepared for. */
  kind: number | undefined;

  override end(): Promise<void> {
    this.isEnded = true;
    return Promise.resolve();
  }

  break(): void {
    this.isBroken = true;
    this.emit("error", new Error("it broke"));
  }
}

const isOfKind = (kind: number) => (client: pg.Client) => (client as Client).kind === kind;

/** Openings that wait until the test lets them come or fail. */
function openings() {
  const all: Client[] = [];
  const under: { come(): void; fail(): void }[] = [];
  const connect = () =>
    new Promise<Client>((resolve, reject) => {
      const come = () => {
        all.push(new Client());
        resolve(all.at(-1) as Client);
      };
      under.push({ come, fail: () => reject(new Error("no connection")) });
    });
  return { all, under, connect };
}

const atOnce = (options: { most?: number; usesOfOne?: number; idleMs?: number } = {}) =>
  createConnectionLender({
    most: 2,
    usesOfOne: Number.POSITIVE_INFINITY,
    connect: async () => new Client(),
    ...options,
  });

test("a connection is given back once, and ended when its work failed, it broke under it, or it was used often enough", async () => {
  const lender = atOnce({ usesOfOne: 2 });
  const client = await lender.acquire([]);
  client.release();
  expect(() => client.release()).toThrow("given back already");
  const again = await lender.acquire([() => true]);
  expect(again).toBe(client);
  again.release();
  expect([(again as unknown as Client).isEnded, lender.count()]).toEqual([true, { open: 0, idle: 0 }]);
  const [failed, broken] = [await lender.acquire([]), await lender.acquire([])];
  failed.release(new Error("the work failed"));
  (broken as unknown as Client).break();
  expect(lender.count()).toEqual({ open: 1, idle: 0 });
  broken.release();
  expect(lender.count()).toEqual({ open: 0, idle: 0 });
});

test("a connection that is idle for too long is ended", async () => {
  const lender = atOnce({ idleMs: 20 });
  const client = await lender.acquire([]);
  client.release();
  await waitFor(() => (client as unknown as Client).isEnded, { message: "the connection to be ended" });
  expect(lender.count()).toEqual({ open: 0, idle: 0 });
});

test("closing ends what is idle at once and the rest when it comes back, and nothing is given any more", async () => {
  const lender = atOnce();
  const [idle, used] = [await lender.acquire([]), await lender.acquire([])];
  idle.release();
  let isClosed = false;
  const closing = lender.close().then(() => {
    isClosed = true;
  });
  await expect(lender.acquire([])).rejects.toThrow("closed");
  expect([(idle as unknown as Client).isEnded, (used as unknown as Client).isEnded, isClosed]).toEqual([
    true,
    false,
    false,
  ]);
  used.release();
  await Promise.all([closing, lender.close()]);
  expect((used as unknown as Client).isEnded).toBe(true);
});

const step = fc.oneof(
  fc.record({ do: fc.constant("ask" as const), kind: fc.nat(2) }),
  fc.record({ do: fc.constantFrom("open", "fail to open", "give back", "give back failed", "break"), at: fc.nat(20) }),
);

test("whatever comes and goes, never more are open than may be, each is lent to one at a time, none that broke is given, and who has a place gets the one that fits best", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), async (most, steps) => {
      const { all, under, connect } = openings();
      const lender = createConnectionLender({ most, connect, usesOfOne: 7 });
      const line = createConnectionPlaces(most, { all: most }).line("all");
      const lent: { client: Client; giveBack(failed: boolean): void }[] = [];
      // In the order of their last use.
      let idle: Client[] = [];

      function bestOf(kind: number): Client | undefined {
        const fitting = idle.findLast((client) => client.kind === kind);
        if (fitting || idle.length + lent.length + under.length < most) return fitting;
        return idle[0];
      }

      async function ask(kind: number, leave: () => void) {
        const expected = bestOf(kind);
        idle = idle.filter((client) => client !== expected);
        const client = (await lender.acquire([() => false, isOfKind(kind)]).catch(leave)) as unknown as Client;
        if (!client) return;
        if (expected) expect(client).toBe(expected);
        expect([client.isBroken, client.isEnded]).toEqual([false, false]);
        expect(lent.map((one) => one.client)).not.toContain(client);
        client.kind = kind;
        const giveBack = (failed: boolean) => {
          lent.splice(lent.indexOf(held), 1);
          (client as unknown as pg.PoolClient).release(failed);
          if (!client.isEnded) idle.push(client);
          expect(client.isEnded || !(failed || client.isBroken)).toBe(true);
          leave();
        };
        const held = { client, giveBack };
        lent.push(held);
      }

      let places = 0;
      const wrong: unknown[] = [];
      const enter = (kind: number) =>
        line.enter((leave) => {
          places++;
          const giveUp = () => {
            places--;
            leave();
          };
          ask(kind, giveUp).catch((error) => wrong.push(error));
        });
      for (const one of steps) {
        if (one.do === "ask") enter(one.kind);
        else if (one.do === "open") under.splice(one.at % Math.max(1, under.length), 1)[0]?.come();
        else if (one.do === "fail to open") under.splice(one.at % Math.max(1, under.length), 1)[0]?.fail();
        else if (one.do === "break") {
          const breaking = all.filter(({ isEnded, isBroken }) => !isEnded && !isBroken).at(one.at % most);
          idle = idle.filter((client) => client !== breaking);
          breaking?.break();
        } else lent.at(one.at % Math.max(1, lent.length))?.giveBack(one.do === "give back failed");
        await turn();
        expect(wrong).toEqual([]);
        expect(lent.length + under.length).toBe(places);
        expect(lender.count()).toEqual({ open: idle.length + lent.length + under.length, idle: idle.length });
        expect(lender.count().open).toBeLessThanOrEqual(most);
        expect(all.filter(({ isEnded }) => !isEnded)).toHaveLength(idle.length + lent.length);
      }
      const closing = lender.close();
      // Whoever still waited is told no.
      while (lent.length > 0 || under.length > 0) {
        under.shift()?.fail();
        lent[0]?.giveBack(false);
        await turn();
      }
      await closing;
      expect(wrong).toEqual([]);
      expect(all.filter(({ isEnded }) => !isEnded)).toEqual([]);
    }),
    propertyRuns(300),
  );
});
