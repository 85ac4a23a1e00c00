import pg from "pg";
import { expect, test } from "vitest";
import { type ConnectionPreference, createIdleConnections } from "../../../../../shared/db/pool/idle-connections.js";
import { waitFor } from "../../../../sandbox/wait-for.js";

const connection = () => new pg.Client() as pg.PoolClient;
const never: ConnectionPreference = () => false;
const isOneOf =
  (...wanted: pg.PoolClient[]): ConnectionPreference =>
  (client) =>
    wanted.includes(client);

function idleOf(count: number) {
  const clients = Array.from({ length: count }, connection);
  const idle = createIdleConnections(60_000, () => undefined);
  for (const client of clients) idle.add(client);
  return { idle, clients: clients as [pg.PoolClient, pg.PoolClient, pg.PoolClient] };
}

test("the one that was used last is taken, of those that meet the first wish that any meets", () => {
  const { idle, clients } = idleOf(3);
  const [first, second, third] = clients;
  expect(idle.takeFitting([never, isOneOf(first, second), isOneOf(third)])).toBe(second);
  expect(idle.takeFitting([never])).toBeUndefined();
  expect(idle.takeFitting([isOneOf(second), isOneOf(first, third)])).toBe(third);
  expect(idle.count()).toBe(1);
});

test("the oldest, or a certain one, is taken once", () => {
  const { idle, clients } = idleOf(3);
  const [first, second, third] = clients;
  expect([idle.take(second), idle.take(second)]).toEqual([second, undefined]);
  expect([idle.takeOldest(), idle.takeOldest(), idle.takeOldest()]).toEqual([first, third, undefined]);
});

test("one that is idle for too long is taken out and told, and one that was used meanwhile is not", async () => {
  const expired: pg.PoolClient[] = [];
  const idle = createIdleConnections(20, (client) => expired.push(client));
  const [used, unused] = [connection(), connection()];
  idle.add(used);
  idle.add(unused);
  expect(idle.take(used)).toBe(used);
  await waitFor(() => expired.length > 0, { message: "one to expire" });
  expect([expired, idle.count()]).toEqual([[unused], 0]);
});
