import { Resolver } from "node:dns/promises";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openWebhookClient, type WebhookClient } from "../../../../mailer/webhooks/post-webhook.js";
import { publicLookup } from "../../../../mailer/webhooks/public-lookup.js";
import { sayFailure } from "../../../../shared/domain/delivery-failure.js";
import { isPublicAddress } from "../../../../shared/domain/public-address.js";
import { sayUrlProblem, webhookUrlProblem } from "../../../../shared/domain/webhook-url.js";
import { type DnsServer, startDnsServer } from "../../../support/servers/dns-server.js";
import { createTlsIdentity } from "../../../support/servers/tls-identity.js";

/** Stands for a public address, because these tests reach no other machine. */
const outsideAddress = "127.0.0.1";
/** This machine too, and not public. */
const insideAddress = "127.0.0.2";

/** What the name server says. `turns`: to the first question, the second, and every further one. */
const zone: Record<string, string[] | { turns: string[] }> = {
  "outside.example": [outsideAddress],
  "xn--and-6ma2c.example": [outsideAddress],
  "xn--dntro-bsa.example": [insideAddress],
  "inside.example": [insideAddress],
  "127.0.0.1.inside.example": [insideAddress],
  "private.example": ["10.0.0.1"],
  "metadata.example": ["169.254.169.254"],
  "azure.example": ["168.63.129.16"],
  "shared.example": ["100.64.0.1"],
  "zero.example": ["0.0.0.0"],
  "broadcast.example": ["255.255.255.255"],
  "loopback6.example": ["::1"],
  "mapped.example": ["::ffff:127.0.0.2"],
  "nat64.example": ["64:ff9b::7f00:2"],
  "6to4.example": ["2002:7f00:2::1"],
  "local6.example": ["fd00:ec2::254"],
  "link6.example": ["fe80::1"],
  "mixed.example": [outsideAddress, insideAddress],
  "mixed6.example": [outsideAddress, "::1"],
  "rebinding.example": { turns: [outsideAddress, insideAddress] },
};

const asked = new Map<string, number>();
function addressesOf(name: string): string[] | undefined {
  const known = zone[name];
  if (!known || Array.isArray(known)) return known;
  const turn = asked.get(name) ?? 0;
  asked.set(name, turn + 1);
  return [known.turns[Math.min(turn, known.turns.length - 1)] ?? insideAddress];
}

let dns: DnsServer;
/** What arrived outside: name of the TLS handshake and path. */
let arrived: string[];
/** What arrived inside. Nothing may. */
let intrusions: string[];
const ports = { outside: 0, inside: 0 };
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  dns = await startDnsServer(addressesOf);
  closers.push(() => dns[Symbol.asyncDispose]());
  const identity = await createTlsIdentity();
  const outside = createServer(identity, ({ socket, url = "" }, response) => {
    arrived.push(`${(socket as TLSSocket).servername} ${url}`);
    const location = new URL(url, "https://outside.example").searchParams.get("to");
    response.writeHead(location ? 307 : 204, location ? { location } : {}).end();
  });
  const inside = createServer(identity, ({ url = "" }, response) => {
    intrusions.push(url);
    response.end("secret");
  });
  for (const [name, server, host] of [
    ["outside", outside, outsideAddress],
    ["inside", inside, "0.0.0.0"],
  ] as const) {
    server.listen(0, host);
    await once(server, "listening");
    ports[name] = (server.address() as AddressInfo).port;
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
  }
});

const table: string[][] = [];
afterAll(async () => {
  for (const close of closers) await close();
  const width = Math.max(...table.map(([url = ""]) => url.length));
  console.log(
    `Webhooks to hostile addresses:\n${table.map(([url = "", end]) => `${url.padEnd(width)}  ${end}`).join("\n")}`,
  );
});

let client: WebhookClient;
beforeEach(() => {
  arrived = [];
  intrusions = [];
  asked.clear();
  dns.questions.length = 0;
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0"); // the certificate is nobody's
  client = openClient();
});
afterEach(async () => {
  await client.close();
  vi.unstubAllEnvs();
});

function openClient(): WebhookClient {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 });
  resolver.setServers([dns.address]);
  const isPublic = (address: string) => address === outsideAddress || isPublicAddress(address);
  return openWebhookClient({ allowPrivate: false, timeoutMs: 20_000, lookup: publicLookup(resolver, isPublic) });
}

/** Whatever came of looking the name up, nobody learns what our network and its name servers have. */
const noPublic = "the host has no public address";
async function post(url: string) {
  const { error, ...posted } = await client.post(url, { "webhook-id": "evt_1" }, "{}");
  return { ...posted, error: error && sayFailure(error).en };
}

/** IN and OUT stand for the ports of the two servers. */
const withPorts = (url: string) => url.replaceAll(":IN", `:${ports.inside}`).replaceAll(":OUT", `:${ports.outside}`);

function note(url: string, end: string): void {
  const short = url.length > 60 ? `${url.slice(0, 57)}...` : url;
  table.push([JSON.stringify(short).slice(1, -1), end]);
}

test.each([
  // other protocols
  "http://outside.example:OUT/",
  "ftp://outside.example/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_FLUSHALL",
  "javascript:alert(1)",
  "data:text/plain,x",
  "//outside.example:OUT/",
  "https:outside.example:OUT",
  "/hook",
  "",
  // no host, or one that is hidden
  "https://",
  "https:///hook",
  "https://:OUT/",
  "https://user:password@outside.example:OUT/",
  "https://user@outside.example:OUT/",
  "https://@outside.example:OUT/",
  "https://outside.example@127.0.0.1:IN/",
  "https://127.0.0.1:IN#@outside.example:OUT/",
  "https://127.0.0.1:IN\\@outside.example:OUT/",
  "https:\\\\127.0.0.1:IN/",
  "https://outside\n.example:OUT/",
  "https://127.0.0.1:IN\t/",
  " https://outside.example:OUT/",
  "https://outside.example:OUT/\0",
  "https://outside.example%00.inside.example/",
  `https://outside.example:OUT/${"x".repeat(3_000)}`,
  `https://${"x".repeat(3_000)}.example/`,
  // IPv4, in every way to write it
  "https://127.0.0.1:IN/",
  "https://127.0.0.1.:IN/",
  "https://127.1:IN/",
  "https://127.0.1:IN/",
  "https://2130706433:IN/",
  "https://0x7f000001:IN/",
  "https://0x7f.0.0.1:IN/",
  "https://0177.0.0.1:IN/",
  "https://017700000001:IN/",
  "https://0:IN/",
  "https://0x:IN/",
  "https://0.0.0.0:IN/",
  "https://%31%32%37.0.0.1:IN/",
  "https://１２７.０.０.１:IN/",
  "https://①②⑦.⓪.⓪.①:IN/",
  "https://127。0。0。1:IN/",
  "https://256.256.256.256:IN/",
  "https://1.2.3.4.5:IN/",
  "https://10.0.0.1/",
  "https://172.31.255.255/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://2852039166/latest/meta-data/",
  "https://168.63.129.16/",
  "https://100.64.0.1/",
  "https://192.0.2.1/",
  "https://224.0.0.1/",
  "https://255.255.255.255/",
  // IPv6
  "https://[::1]:IN/",
  "https://[::]:IN/",
  "https://[0:0:0:0:0:0:0:1]:IN/",
  "https://[::ffff:127.0.0.1]:IN/",
  "https://[::ffff:7f00:1]:IN/",
  "https://[::127.0.0.1]:IN/",
  "https://[64:ff9b::127.0.0.1]:IN/",
  "https://[2002:7f00:1::]:IN/",
  "https://[2001::1]:IN/",
  "https://[2001:db8::1]:IN/",
  "https://[fe80::1]:IN/",
  "https://[fe80::1%25lo]:IN/",
  "https://[fd00:ec2::254]/",
  "https://[ff02::1]/",
  // names that no public server has
  "https://localhost:IN/",
  "https://LOCALHOST.:IN/",
  "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:IN/",
  "https://a.localhost:IN/",
  "https://printer.local/",
  "https://metadata.google.internal/",
  "https://router.home.arpa/",
  "https://intranet/",
  // ports
  "https://outside.example:0/",
  "https://outside.example:22/",
  "https://outside.example:25/",
  "https://outside.example:99999/",
])("%j is refused when written, and not called where it is stored", async (template) => {
  const url = withPorts(template);
  const problem = webhookUrlProblem(url, false);
  const problemSaid = problem && sayUrlProblem(problem).en;
  expect(problemSaid).toMatch(/^must /);
  expect(await post(url)).toMatchObject({
    status: null,
    error: `the address of the webhook ${problemSaid}`,
    answer: null,
  });
  expect({ arrived, intrusions, questions: dns.questions }).toEqual({ arrived: [], intrusions: [], questions: [] });
  note(template, `refused when written: ${problemSaid}`.slice(0, 100));
});

test.each([
  ["https://inside.example:IN/", insideAddress],
  ["https://INSIDE.example.:IN/", insideAddress],
  ["https://127.0.0.1.inside.example:IN/", insideAddress],
  ["https://déntro.example:IN/", insideAddress],
  ["https://private.example/", "10.0.0.1"],
  ["https://metadata.example/latest/meta-data/", "169.254.169.254"],
  ["https://azure.example/", "168.63.129.16"],
  ["https://shared.example/", "100.64.0.1"],
  ["https://zero.example:IN/", "0.0.0.0"],
  ["https://broadcast.example/", "255.255.255.255"],
  ["https://loopback6.example:IN/", "::1"],
  ["https://mapped.example:IN/", "::ffff:127.0.0.2"],
  ["https://nat64.example:IN/", "64:ff9b::7f00:2"],
  ["https://6to4.example:IN/", "2002:7f00:2::1"],
  ["https://local6.example/", "fd00:ec2::254"],
  ["https://link6.example/", "fe80::1"],
  ["https://mixed.example:OUT/", insideAddress],
  ["https://mixed6.example:OUT/", "::1"],
])("%s is refused at connect", async (template, address) => {
  const url = withPorts(template);
  expect(webhookUrlProblem(url, false)).toBeUndefined();
  expect(await post(url)).toMatchObject({ status: null, error: noPublic, answer: null });
  expect({ arrived, intrusions }).toEqual({ arrived: [], intrusions: [] });
  note(template, `refused at connect: ${address} is not public`);
});

test.each([
  ["https://outside.example:OUT/hook?a=b#c", "outside.example /hook?a=b"],
  ["https://Outside.Example:OUT/127.0.0.1@x", "outside.example /127.0.0.1@x"],
  ["https://ñandú.example:OUT/", "xn--and-6ma2c.example /"],
])("%s is delivered to the address that was checked, under its own name", async (template, seen) => {
  expect(await post(withPorts(template))).toMatchObject({ status: 204, error: null });
  expect({ arrived, intrusions }).toEqual({ arrived: [seen], intrusions: [] });
  note(template, "delivered");
});

test.each([
  "https://127.0.0.1:IN/",
  "https://inside.example:IN/",
  "//127.0.0.1:IN/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:IN/",
])("a redirect to %s is not followed", async (template) => {
  const url = `https://outside.example:OUT/?to=${encodeURIComponent(withPorts(template))}`;
  expect(await post(withPorts(url))).toMatchObject({ status: 307, error: "redirects are not followed" });
  expect([arrived.length, intrusions]).toEqual([1, []]);
  note(`https://outside.example:OUT/ → ${template}`, "delivered, and the redirect not followed");
});

test("a name that changes between check and connect is asked for once, and its later address is refused", async () => {
  const url = withPorts("https://rebinding.example:OUT/");
  expect(await post(url)).toMatchObject({ status: 204 });
  expect(dns.questions.filter((question) => question.startsWith("A "))).toEqual(["A rebinding.example"]);
  note("https://rebinding.example:OUT/", "delivered to the first address, asked for once");

  await client.close();
  client = openClient();
  expect(await post(url)).toMatchObject({ error: noPublic, detail: `the address ${insideAddress} is not public` });
  expect(intrusions).toEqual([]);
  note("https://rebinding.example:OUT/, at the next connect", `refused at connect: ${insideAddress} is not public`);
});

test("a name that the name servers do not know is not looked for on this machine", async () => {
  const url = withPorts("https://nobody.example:IN/");
  expect(await post(url)).toMatchObject({ status: null, error: noPublic, detail: "ENOTFOUND" });
  expect(dns.questions.toSorted()).toEqual(["A nobody.example", "AAAA nobody.example"]);
  note("https://nobody.example:IN/", "not delivered: the host has no public address");
});

test.each([
  "https://127.1:IN/",
  "https://2130706433:IN/",
  "https://0x7f000001:IN/",
  "https://0177.0.0.1:IN/",
  "https://①②⑦.⓪.⓪.①:IN/",
  "https://localhost:IN/",
])("%s does lead to this machine, where private addresses are allowed", async (template) => {
  const allowing = openWebhookClient({ allowPrivate: true, timeoutMs: 20_000 });
  try {
    expect(await allowing.post(withPorts(template), {}, "{}")).toMatchObject({ status: 200, answer: "secret" });
  } finally {
    await allowing.close();
  }
  expect(intrusions).toEqual(["/"]);
});
