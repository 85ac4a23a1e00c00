import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect } from "vitest";
import { beStrangers, openStrangersBrowser, type StrangersBrowser } from "../../bench/strangers-client.js";
import { waitFor } from "../../sandbox/wait-for.js";
import type { System } from "../../support/processes/system.js";
import { hostileTexts } from "../../support/samples/hostile-texts.js";
import { endWithoutViolation } from "../ledgers.js";
import { faultRow } from "./fault-row.js";
import { expectAgreement, invoiceOf, post, startFaultSystem, warmUp } from "./fault-system.js";

let system: System;
let browser: StrangersBrowser;
beforeAll(async () => {
  system = await startFaultSystem({ env: { TRUST_PROXY: "1" } });
  browser = await openStrangersBrowser(origin());
});
afterAll(async () => {
  await endWithoutViolation(system);
});

const row = 96;

/** A password takes 64 MB while it is hashed, and strangers' are hashed one at a time: half a form keeps none from its turn. */
const hashingMb = 64;

const origin = () => new URL(system.url).origin;

/** Of the API's process: its memory, and the longest that its event loop was kept from everything else since the last look. */
async function readApi(): Promise<{ mb: number; lagS: number; cpuS: number }> {
  const metrics = await (await fetch(`${origin()}/metrics`)).text();
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(metrics)?.[1]);
  return {
    mb: of("process_resident_memory_bytes") / 1_048_576,
    lagS: of("nodejs_eventloop_lag_max_seconds"),
    cpuS: of("process_cpu_seconds_total"),
  };
}

const newAddress = () => `203.0.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;

/** Sends these lines, and what follows them, and gives the connection. */
function open(lines: string[], rest: string | Buffer = ""): Socket {
  const socket = connect(Number(new URL(origin()).port), "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  socket.write(rest);
  return socket;
}

const common = () => ["Host: localhost", `X-Forwarded-For: ${newAddress()}`, "Connection: close"];

/** Headers of anything, as long as the server takes them, to the API, its documents and the pages. */
const hostileHeaders = (): Socket[] =>
  ["/api/demo/invoices", "/mcp", "/app/sign-in", "/docs"].flatMap((to) =>
    Object.values(hostileTexts)
      .filter((text) => !/[\r\n]/.test(text))
      .flatMap((text) =>
        ["Prefer: handling=a", "Authorization: Bearer ", "Cookie: a=", "Accept: a"].map((header) =>
          open([`GET ${to} HTTP/1.1`, ...common(), `${header}${text.slice(0, 60_000)}b`]),
        ),
      ),
  );

function form(path: string, fields: string, length: number): Socket {
  const { secret, token } = browser;
  const body = `csrf=${token}&${fields}`;
  const type = "Content-Type: application/x-www-form-urlencoded";
  const head = [`POST ${path} HTTP/1.1`, ...common(), type, `Cookie: talonario_session=${secret}`];
  return open([...head, `Content-Length: ${Math.max(length, body.length)}`], body);
}

/** Forms that stop in the middle, and names with passwords, which cost a fifth of a second of a processor each. */
const halfForms = (): Socket[] => Array.from({ length: 200 }, () => form("/app/sign-in", "email=a", 16_000));
const passwords = (): Socket[] =>
  Array.from({ length: 100 }, (_, n) => form("/app/sign-in", `email=nobody-${n}%40example.com&password=wrong+one`, 0));

const closed = (socket: Socket) =>
  new Promise((resolve) => (socket.closed ? resolve(0) : socket.once("close", resolve)));

faultRow(
  {
    row,
    fault: "strangers send what they can before a key or a session is known",
    expected: "issuing goes on, and memory and event loop stay bounded",
    check: "I6",
  },
  async () => {
    await warmUp(system, row);
    for (let issued = 0; issued < 20; issued += 1) expect((await post(system, invoiceOf(row))).status).toBe(201);
    const before = await readApi();

    const strangers = beStrangers(origin(), 200, browser);
    const sent = [...halfForms(), ...passwords(), ...hostileHeaders()];
    let most = { mb: 0, lagS: 0 };
    for (let issued = 0; issued < 20; issued += 1) {
      expect(await post(system, invoiceOf(row))).toMatchObject({ status: 201 });
      const { mb, lagS } = await readApi();
      most = { mb: Math.max(most.mb, mb), lagS: Math.max(most.lagS, lagS) };
    }
    await Promise.all(sent.map(closed));
    const answers = await strangers.end();
    const after = await readApi();

    expect(
      Object.keys(answers).filter((status) => !/^(4\d\d|none)$/.test(status)),
      JSON.stringify(answers),
    ).toEqual([]);
    expect(Object.values(answers).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(100);
    expect(most.mb - before.mb, "megabytes more").toBeLessThan(200 + hashingMb);
    expect(most.lagS, "seconds of the event loop").toBeLessThan(1.5);
    expect(after.cpuS).toBeGreaterThan(before.cpuS);
    await waitFor(async () => (await post(system, invoiceOf(row))).status === 201, { message: "issuing as before" });
    await expectAgreement(system, row);
  },
);
