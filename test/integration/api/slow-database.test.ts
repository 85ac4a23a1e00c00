import { afterAll, beforeAll, expect } from "vitest";
import type { RealAnswer } from "../../support/contract/answer-checker.js";
import { type DocumentedOperation, operationsOf, type ServedDocument } from "../../support/contract/served-document.js";
import { testOf } from "../../support/groups.js";
import { loggedLines } from "../../support/readers/logged-lines.js";
import type { TcpProxy } from "../../support/servers/tcp-proxy.js";
import { type ContractWorld, openContractWorld } from "./contract-world.js";

// Every operation at once, behind a database that is slow, and one whose connections break.
let world: ContractWorld;
let operations: DocumentedOperation[];
let database: TcpProxy;
beforeAll(async () => {
  world = await openContractWorld();
  world.system.thaw("renderer");
  operations = operationsOf(
    (await (await fetch(`${world.system.originOf("api")}/openapi.json`)).json()) as ServedDocument,
  );
  database = world.system.proxies.of("api", "postgres");
});
afterAll(() => world?.[Symbol.asyncDispose]());

interface Called {
  operation: string;
  answer: RealAnswer;
}

const callAll = (): Promise<Called[]> =>
  Promise.all(
    operations.map(async (operation) => ({
      operation: operation.operation,
      answer: await world.call(operation, world.succeeding(operation)),
    })),
  );

const shown = ({ operation, answer: { status, body } }: Called) => `${operation} ${status} ${JSON.stringify(body)}`;

const logged = (message: string) => loggedLines(world.system, "api", message);

const statusOf = ({ answer }: Called) => answer.status;
const of500 = (called: Called[]) => called.filter((one) => statusOf(one) === 500);

testOf(
  "faults",
  "while each answer of the database comes 200 ms late, all operations at once are waited for, and none is answered 500",
  async () => {
    database.holdAnswers(200);
    world.system.proxies.of("issuer", "postgres").holdAnswers(200);
    const called = [...(await callAll()), ...(await callAll())];
    const succeeded = new Set(called.filter((one) => statusOf(one) < 300).map(({ operation }) => operation));
    console.log(`slow database: of ${operations.length} operations ${succeeded.size} succeeded`);
    expect(of500(called).map(shown)).toEqual([]);
    // One report of a company is made at a time.
    const missing = operations.map(({ operation }) => operation).filter((one) => !succeeded.has(one));
    expect(missing.filter((one) => !one.includes("/reports/"))).toEqual([]);
    expect(logged("a server is away")).toEqual([]);
    expect(logged("unexpected error")).toEqual([]);
  },
);

testOf(
  "faults",
  "while its connections break again and again, every 500 names it, says when to try again, and stands in the log with its cause",
  async () => {
    database.holdAnswers(0);
    database.cutEvery(12);
    const called = [...(await callAll()), ...(await callAll()), ...(await callAll())];
    database.cutEvery(0);
    const failed = of500(called);
    console.log(`breaking connections: ${failed.length} of ${called.length} requests were answered 500`);
    expect(failed.length).toBeGreaterThan(5);
    const isNamed = ({ answer: { body, headers } }: Called) =>
      // Who asks prefers Spanish.
      (body as { error: string }).error.startsWith("La base de datos no responde:") &&
      headers.get("retry-after") === "5";
    expect(failed.filter((one) => !isNamed(one)).map(shown)).toEqual([]);
    await expect.poll(() => logged("a server is away").length).toBe(failed.length);
    expect(logged("unexpected error")).toEqual([]);

    expect(of500(await callAll()).map(shown)).toEqual([]);
  },
);
