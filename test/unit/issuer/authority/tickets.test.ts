import { expect, test } from "vitest";
import { authorityEndpoints } from "../../../../issuer/authority/endpoints.js";
import { createTransport } from "../../../../issuer/authority/transport.js";
import type { Credentials } from "../../../../issuer/authority/wsaa/credentials.js";
import { createTickets } from "../../../../issuer/authority/wsaa/tickets.js";
import type { LoginOutcome, Ticket } from "../../../../issuer/authority/wsaa/wsaa.js";
import { createLogin } from "../../../../issuer/authority/wsfe/client.js";
import { escapeXml, writeXml } from "../../../../issuer/authority/xml.js";
import { publicCase } from "../../../support/public-case.js";
import { makeCertificate, serve } from "./samples.js";
import { createWorld, credentials, hourMs, ticket, tokenFor } from "./ticket-world.js";

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

const tokenOf = (outcome: { outcome: string; ticket?: Ticket }) => outcome.ticket?.token;

test("many callers share one login, and then the ticket in memory", async () => {
  const { process, logins, reads } = createWorld();
  const tickets = process();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => tickets.get(credentials, "wsfe")));
  expect(outcomes.map(tokenOf)).toEqual(Array(20).fill("t1"));
  const before = reads.count;
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t1");
  expect(logins).toEqual(["wsfe"]);
  expect(reads.count).toBe(before);
});

test("each certificate and each service has its own ticket", async () => {
  const { process, logins } = createWorld();
  const tickets = process();
  await tickets.get(credentials, "wsfe");
  await tickets.get(credentials, "ws_sr_padron_a13");
  await tickets.get({ ...credentials, certificateId: 2 }, "wsfe");
  expect(logins).toHaveLength(3);
});

test("two processes share one login through the store", async () => {
  const { process, logins } = createWorld();
  const outcomes = await Promise.all([process(), process(), process()].map((one) => one.get(credentials, "wsfe")));
  expect(outcomes.map(tokenOf)).toEqual(["t1", "t1", "t1"]);
  expect(logins).toHaveLength(1);
});

test("one process renews a ticket early while the others keep using it", async () => {
  const { process, logins, clock, gate } = createWorld();
  const [one, two] = [process(), process()];
  await Promise.all([one.get(credentials, "wsfe"), two.get(credentials, "wsfe")]);
  clock.nowMs += 12 * hourMs - 5 * 60_000;
  const opened = deferred();
  gate.open = opened.promise;
  expect(tokenOf(await one.get(credentials, "wsfe"))).toBe("t1");
  expect(tokenOf(await two.get(credentials, "wsfe"))).toBe("t1");
  await expect.poll(() => logins.length).toBe(2);
  opened.resolve();
  await expect.poll(async () => tokenOf(await one.get(credentials, "wsfe"))).toBe("t2");
  clock.nowMs += 40_000;
  await expect.poll(async () => tokenOf(await two.get(credentials, "wsfe"))).toBe("t2");
  expect(logins).toHaveLength(2);
});

test("a failed renewal keeps the valid ticket", async () => {
  const { process, logins, clock, answers } = createWorld();
  const tickets = process();
  await tickets.get(credentials, "wsfe");
  clock.nowMs += 12 * hourMs - 5 * 60_000;
  answers.push({ outcome: "unavailable", cause: "down" });
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t1");
  await expect.poll(() => logins.length).toBe(2);
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t1");
  clock.nowMs += 6 * 60_000;
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t3");
});

test("after alreadyAuthenticated the ticket that another process stored is used", async () => {
  const { process, tickets: stored, answers, clock, gate, logins } = createWorld();
  const opened = deferred();
  gate.open = opened.promise;
  answers.push({ outcome: "alreadyAuthenticated" });
  const outcome = process().get(credentials, "wsfe");
  await expect.poll(() => logins.length).toBe(1);
  stored.set("1/wsfe", ticket("other", clock.nowMs + hourMs));
  opened.resolve();
  expect(tokenOf(await outcome)).toBe("other");
});

test("after alreadyAuthenticated without a stored ticket, there is no second login within 60 seconds", async () => {
  const { process, answers, clock, logins } = createWorld();
  const tickets = process();
  answers.push({ outcome: "alreadyAuthenticated" });
  const expected = { outcome: "unavailable", kind: "down", permanent: false, service: "wsfe" };
  expect(await tickets.get(credentials, "wsfe")).toMatchObject(expected);
  clock.nowMs += 59_000;
  expect(await tickets.get(credentials, "wsfe")).toMatchObject(expected);
  expect(logins).toHaveLength(1);
  clock.nowMs += 2_000;
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t2");
});

test("a denial is answered to every caller until the next login is allowed", async () => {
  const { process, answers, logins } = createWorld();
  const tickets = process();
  answers.push({
    outcome: "denied",
    permanent: true,
    kind: "notDelegated",
    faultCode: "coe.notAuthorized",
    message: "",
  });
  const expected = { outcome: "unavailable", kind: "notDelegated", permanent: true, service: "wsfe" };
  expect(await tickets.get(credentials, "wsfe")).toMatchObject(expected);
  expect(await tickets.get(credentials, "wsfe")).toMatchObject(expected);
  expect(logins).toHaveLength(1);
});

test("a process that may not log in waits a limited time for the other's ticket", async () => {
  const { process, store } = createWorld();
  await store.claimLogin(1, "wsfe");
  expect(await process().get(credentials, "wsfe")).toMatchObject({ outcome: "unavailable", kind: "down" });
});

test("a rejected ticket is replaced by the one that another process stored", async () => {
  const { process, tickets: stored, clock, logins } = createWorld();
  const tickets = process();
  const rejected = ticket("old", clock.nowMs + hourMs);
  stored.set("1/wsfe", rejected);
  await tickets.get(credentials, "wsfe");
  stored.set("1/wsfe", ticket("new", clock.nowMs + 2 * hourMs));
  expect(tokenOf(await tickets.renew(credentials, "wsfe", rejected))).toBe("new");
  expect(logins).toHaveLength(0);
});

test("one login renews a rejected ticket for all callers", async () => {
  const { process, tickets: stored, clock, logins } = createWorld();
  const [one, two] = [process(), process()];
  const rejected = ticket("old", clock.nowMs + hourMs);
  stored.set("1/wsfe", rejected);
  await Promise.all([one.get(credentials, "wsfe"), two.get(credentials, "wsfe")]);
  const renewals = [one, one, one, two].map((process) => process.renew(credentials, "wsfe", rejected));
  expect((await Promise.all(renewals)).map(tokenOf)).toEqual(Array(4).fill("t1"));
  expect(tokenOf(await one.renew(credentials, "wsfe", rejected))).toBe("t1");
  expect(logins).toHaveLength(1);
});

test("a ticket rejected right after its login is not replaced within 60 seconds", async () => {
  const { process, clock, logins } = createWorld();
  const tickets = process();
  const first = await tickets.get(credentials, "wsfe");
  if (first.outcome !== "ticket") throw new Error(first.cause);
  expect(await tickets.renew(credentials, "wsfe", first.ticket)).toMatchObject({
    outcome: "unavailable",
    kind: "down",
  });
  expect(logins).toHaveLength(1);
  clock.nowMs += 61_000;
  expect(tokenOf(await tickets.renew(credentials, "wsfe", first.ticket))).toBe("t2");
});

test("a failing store gives an answer instead of an exception, and an unsaved ticket is still used", async () => {
  const { store, process, clock } = createWorld();
  const read = store.read;
  store.read = () => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.5:5432"));
  const reported: unknown[] = [];
  const tickets = process((error) => reported.push(error));
  const answer = await tickets.get(credentials, "wsfe");
  expect(answer).toMatchObject({ outcome: "unavailable", kind: "down" });
  expect(JSON.stringify(answer)).not.toContain("10.0.0.5");
  expect(reported).toEqual([new Error("connect ECONNREFUSED 10.0.0.5:5432")]);
  store.read = read;
  store.save = () => Promise.reject(new Error("no database"));
  clock.nowMs += 61_000;
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t1");
  expect(tokenOf(await tickets.get(credentials, "wsfe"))).toBe("t1");
});

const operator = { cuit: "30710000006", alias: "facturador" };
const [shop, bakery] = ["30712345671", "20111111112"].map((cuit) => ({ ...credentials, cuit, operator })) as [
  Credentials,
  Credentials,
];

test("companies of one certificate share its ticket, and each login of any of them", async () => {
  const { process, logins } = createWorld();
  const tickets = process();
  const outcomes = await Promise.all([shop, bakery, shop, bakery].map((one) => tickets.get(one, "wsfe")));
  expect(outcomes.map(tokenOf)).toEqual(Array(4).fill("t1"));
  expect(logins).toHaveLength(1);
});

test("a company that the ticket does not name is told so without a login, and takes the ticket from nobody", async () => {
  const { process, tickets: stored, clock, logins } = createWorld();
  const tickets = process();
  const named = ticket(tokenFor(operator.cuit, shop.cuit), clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", named);
  await tickets.get(shop, "wsfe");
  clock.nowMs += 5 * 60_000;
  const refusals = Array.from({ length: 20 }, () => tickets.renew(bakery, "wsfe", named));
  const served = Array.from({ length: 20 }, () => tickets.get(shop, "wsfe"));
  for (const refusal of await Promise.all(refusals))
    expect(refusal).toMatchObject({
      kind: "notDelegated",
      permanent: true,
      delegation: {
        taxId: bakery.cuit,
        operator: { taxId: operator.cuit, alias: operator.alias },
        lacks: "company",
        pendingUntil: new Date(named.generatedAt.getTime() + 600_000).toISOString(),
      },
    });
  expect((await Promise.all(served)).map(tokenOf)).toEqual(Array(20).fill(named.token));
  expect(logins).toEqual([]);
});

test("once the authority gives another ticket, one login looks for the company in it, and all others keep theirs", async () => {
  const { process, tickets: stored, clock, logins, answers, gate } = createWorld();
  const [one, two] = [process(), process()];
  const named = ticket(tokenFor(shop.cuit), clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", named);
  await Promise.all([one.get(shop, "wsfe"), two.get(shop, "wsfe")]);
  clock.nowMs += 11 * 60_000;
  const opened = deferred();
  gate.open = opened.promise;
  const both = ticket(tokenFor(shop.cuit, bakery.cuit), clock.nowMs + 12 * hourMs);
  answers.push({ outcome: "ticket", ticket: both });
  const renewals = [one, one, two].map((process) => process.renew(bakery, "wsfe", named));
  await expect.poll(() => logins.length).toBe(1);
  expect(tokenOf(await one.get(shop, "wsfe"))).toBe(named.token);
  opened.resolve();
  expect((await Promise.all(renewals)).map(tokenOf)).toEqual(Array(3).fill(both.token));
  expect(tokenOf(await one.get(shop, "wsfe"))).toBe(both.token);
  expect(logins).toHaveLength(1);
});

test("a new ticket that another process has is found without a login", async () => {
  const { process, tickets: stored, clock, logins } = createWorld();
  const tickets = process();
  const named = ticket(tokenFor(shop.cuit), clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", named);
  await tickets.get(shop, "wsfe");
  const both = ticket(tokenFor(shop.cuit, bakery.cuit), clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", both);
  expect(tokenOf(await tickets.renew(bakery, "wsfe", named))).toBe(both.token);
  expect(logins).toEqual([]);
});

test("when no new ticket can be had, a company that lacks is still told that it lacks", async () => {
  const { process, tickets: stored, clock, answers } = createWorld();
  const tickets = process();
  const named = ticket(tokenFor(shop.cuit), clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", named);
  await tickets.get(shop, "wsfe");
  clock.nowMs += 11 * 60_000;
  answers.push({ outcome: "alreadyAuthenticated" });
  const inAMinute = new Date(clock.nowMs + 60_000).toISOString();
  expect(await tickets.renew(bakery, "wsfe", named)).toMatchObject({
    kind: "notDelegated",
    delegation: { lacks: "company", pendingUntil: inAMinute },
  });
  expect(tokenOf(await tickets.get(shop, "wsfe"))).toBe(named.token);
});

test.each([
  ["that names the company", tokenFor(shop.cuit)],
  ["whose list nobody can read", "unreadable"],
])("a refused ticket %s is replaced, however new it is", async (_which, token) => {
  const { process, tickets: stored, clock, logins } = createWorld();
  const refused = ticket(token, clock.nowMs + 12 * hourMs);
  stored.set("1/wsfe", refused);
  expect(tokenOf(await process().renew(shop, "wsfe", refused))).toBe("t1");
  expect(logins).toHaveLength(1);
});

test("an alias that lacks the service is the operator's trouble, told to each company in its own name", async () => {
  const { process, answers, logins } = createWorld();
  const tickets = process();
  const message = "Computador no autorizado";
  answers.push({ outcome: "denied", permanent: true, kind: "notDelegated", faultCode: "coe.notAuthorized", message });
  for (const one of [shop, bakery])
    expect(await tickets.get(one, "wsfe")).toMatchObject({
      kind: "notDelegated",
      delegation: { taxId: one.cuit, lacks: "service" },
    });
  expect(logins).toHaveLength(1);
});

test("two processes share one login at a server", async () => {
  let calls = 0;
  await using server = await serve((request, response) => {
    calls += 1;
    request.resume();
    const [generated, expires] = [new Date(), new Date(Date.now() + 12 * hourMs)].map((date) => date.toISOString());
    const header = [["generationTime", generated ?? ""] as const, ["expirationTime", expires ?? ""] as const];
    const credentials = [["token", "T"] as const, ["sign", "S"] as const];
    const granted = writeXml([
      [
        "loginTicketResponse",
        [
          ["header", header],
          ["credentials", credentials],
        ],
      ],
    ]);
    const body = `<loginCmsResponse><loginCmsReturn>${escapeXml(granted)}</loginCmsReturn></loginCmsResponse>`;
    response.end(`<s:Envelope xmlns:s="x"><s:Body>${body}</s:Body></s:Envelope>`);
  });
  const transport = createTransport({ timeoutMs: 2_000 });
  const homologation = { ...authorityEndpoints.homologation, wsaaUrl: server.url };
  const login = createLogin({ endpoints: { ...authorityEndpoints, homologation }, transport });
  const { store } = createWorld();
  const holder = { ...credentials, ...(await makeCertificate()) };
  const processes = [1, 2].map(() => createTickets({ store, login, waitMs: 2_000, reloginMs: () => 0, pollMs: 5 }));
  const outcomes = await Promise.all(processes.map((process) => process.get(holder, "wsfe")));
  expect(outcomes.map(tokenOf)).toEqual(["T", "T"]);
  expect(calls).toBe(1);
  await transport.close();
});

test("other processes report a denied login at once, without another login", async () => {
  const { process, answers, logins } = createWorld();
  answers.push({
    outcome: "denied",
    permanent: true,
    kind: "notDelegated",
    faultCode: "coe.notAuthorized",
    message: "Computador no autorizado",
  });
  const denied = { outcome: "unavailable", kind: "notDelegated", cause: "coe.notAuthorized: Computador no autorizado" };
  expect(await process().get(credentials, "wsfe")).toMatchObject(denied);
  expect(await process().get(credentials, "wsfe")).toMatchObject(denied);
  expect(logins).toHaveLength(1);
});

const denied = (faultCode: string, kind: "notDelegated" | "certificate"): LoginOutcome => ({
  ...{ outcome: "denied", permanent: true, kind, faultCode, message: "" },
});

/** A ticket that lists the company, and that its service refuses. No login gives another. */
async function refusedTicket(answer: LoginOutcome) {
  const world = createWorld();
  const kept = ticket(tokenFor(shop.cuit), world.clock.nowMs + 11 * hourMs);
  world.tickets.set("1/wsfe", kept);
  const tickets = world.process();
  await tickets.get(shop, "wsfe");
  world.answers.push(answer);
  await tickets.renew(shop, "wsfe", kept);
  return { ...world, kept, refused: tickets };
}

publicCase(
  {
    kind: "What is told from a kept ticket",
    sent: "a ticket that lists the company, refused by its service, after coe.notAuthorized",
    right: "nothing is told by it: the login's refusal is, at once, later, and in every process",
    rule: "EXTENSIONS.md, section 9; issuer/README.md, section 5",
  },
  async () => {
    const { refused, kept, process, clock, logins } = await refusedTicket(denied("coe.notAuthorized", "notDelegated"));
    const expected = { outcome: "unavailable", kind: "notDelegated", cause: "coe.notAuthorized" };
    expect(await refused.getUndoubted(shop, "wsfe")).toMatchObject(expected);
    expect(await process().getUndoubted(shop, "wsfe")).toMatchObject(expected);
    clock.nowMs += 45_000;
    // Who issues still has it: it may be the service that is wrong.
    expect(tokenOf(await refused.get(shop, "wsfe"))).toBe(kept.token);
    expect(await refused.getUndoubted(shop, "wsfe")).toMatchObject(expected);
    expect(logins).toHaveLength(1);
  },
);

test("once the login gives another ticket, that one tells", async () => {
  const { refused, clock, logins } = await refusedTicket(denied("coe.notAuthorized", "notDelegated"));
  clock.nowMs += 61_000;
  expect(tokenOf(await refused.getUndoubted(shop, "wsfe"))).toBe("t2");
  expect(tokenOf(await refused.getUndoubted(shop, "wsfe"))).toBe("t2");
  expect(logins).toHaveLength(2);
});

test.each<[string, LoginOutcome, string]>([
  ["for a certificate that is accepted no more", denied("cms.cert.expired", "certificate"), "certificate"],
  ["while the authority gives no second ticket", { outcome: "alreadyAuthenticated" }, "down"],
  ["in an outage of the login", { outcome: "unavailable", cause: "down" }, "down"],
])("nothing is told by a refused ticket %s", async (_, answer, kind) => {
  const { refused } = await refusedTicket(answer);
  expect(await refused.getUndoubted(shop, "wsfe")).toMatchObject({ outcome: "unavailable", kind });
});

test("a ticket that nothing speaks against tells without a login, also when renewing it early met an outage", async () => {
  const { process, clock, logins, answers } = createWorld();
  const tickets = process();
  expect(tokenOf(await tickets.getUndoubted(shop, "wsfe"))).toBe("t1");
  clock.nowMs += 12 * hourMs - 5 * 60_000;
  answers.push({ outcome: "unavailable", cause: "down" });
  expect(tokenOf(await tickets.getUndoubted(shop, "wsfe"))).toBe("t1");
  await expect.poll(() => logins.length).toBe(2);
  expect(tokenOf(await tickets.getUndoubted(shop, "wsfe"))).toBe("t1");
});

/** Of the process that logged in, of the same a moment later, and of another. */
async function toldOf(answer: LoginOutcome) {
  const { process, answers } = createWorld();
  answers.push(answer);
  const [one, other] = [process(), process()];
  const told = [
    await one.get(credentials, "wsfe"),
    await one.get(credentials, "wsfe"),
    await other.get(credentials, "wsfe"),
  ];
  return told.map((each) => each.outcome === "unavailable" && [each.kind, each.isWithheld ?? false]);
}

test("a login that is refused while an earlier ticket is valid is told as no outage, by all processes", async () => {
  expect(await toldOf({ outcome: "alreadyAuthenticated" })).toEqual(Array(3).fill(["down", true]));
});

test("an outage stays one, also while our pace keeps everybody from asking again", async () => {
  expect(await toldOf({ outcome: "unavailable", cause: "ECONNREFUSED" })).toEqual(Array(3).fill(["down", false]));
});

test("where the pace alone keeps a process from a login, it is no outage", async () => {
  const { process, tickets } = createWorld();
  const one = process();
  const granted = await one.get(credentials, "wsfe");
  if (granted.outcome !== "ticket") throw new Error("a ticket was granted");
  tickets.clear();
  expect(await one.renew(credentials, "wsfe", granted.ticket)).toMatchObject({ kind: "down", isWithheld: true });
});
