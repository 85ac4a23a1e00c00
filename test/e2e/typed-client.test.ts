import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAsset } from "../../shared/assets/assets.js";
import { fromGroup } from "../support/groups.js";
import { startSystem } from "../support/processes/system.js";
import { today } from "../support/samples/invoice.js";
import { startForgetfulProxy } from "../support/servers/forgetful-proxy.js";
import { type ClientProject, installClient } from "../support/typed-client/install-client.js";

let project: ClientProject;
beforeAll(async () => {
  project = await installClient();
});
afterAll(() => project?.[Symbol.dispose]());

/** What a shop's program does: it has only the package, and the addresses in its environment. */
const program = `
import { once } from "node:events";
import { createServer } from "node:http";
import { arrayBuffer } from "node:stream/consumers";
import { createClient, issueInvoice, TalonarioError, verifyWebhook } from "talonario-client";

const { BASE_URL, PROXY_URL, KEY, TODAY } = process.env;
const connection = { baseUrl: BASE_URL, company: "demo", key: KEY };
const shop = createClient(connection);
const sale = {
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: TODAY,
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
};
const failureOf = (promise) => promise.then(() => "none", (error) => error);

// Its own receiver of webhooks: it keeps what is genuine, and what is refused.
const events = [];
const refusals = [];
let secret;
const receiver = createServer(async (incoming, response) => {
  const body = await arrayBuffer(incoming);
  events.push(await verifyWebhook(body, incoming.headers, secret));
  const forged = Buffer.from(Buffer.from(body).toString().replace("7001.00", "1.00"));
  for (const [content, key, options] of [
    [forged, secret],
    [body, "whsec_" + btoa("another secret")],
    [body, secret, { now: Date.now() + 301_000 }],
  ])
    refusals.push((await failureOf(verifyWebhook(content, incoming.headers, key, options))).code);
  response.writeHead(204).end();
  if (events.length === 2) receiver.close();
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const url = "http://127.0.0.1:" + receiver.address().port + "/";
({ result: { secret } } = await shop.webhooks.create({ url, events: ["invoice.issued"] }));

const first = await shop.invoices.issue({ ...sale, idempotency: "shop-1" });
const again = await issueInvoice(connection, { ...sale, idempotency: "shop-1" });

// The answer to this one is lost on its way, and so the client asks again with the key that it made.
const lost = await createClient({ ...connection, baseUrl: PROXY_URL }).invoices.issue(sale);

const refused = await failureOf(shop.invoices.issue({ ...sale, items: [{ ...sale.items[0], price: 20_000_000 }] }));
const faulty = await failureOf(shop.invoices.issue({ ...sale, posNumber: 0 }, { requestId: "till-3" }));
const stranger = await failureOf(createClient({ ...connection, key: "TEST_nobody" }).quota.get());

const listed = [];
for await (const voucher of shop.invoices.each({ limit: 1, voucherDate: undefined })) listed.push(voucher.id);
const pdf = await shop.invoices.downloadPdf(first.result.id, { versions: [1, 2] });
const bytes = await pdf.bytes();
const csv = await (await shop.reports.downloadVouchers({ locale: "es-AR" })).text();

const credited = await shop.invoices.credit(first.result.id, { idempotency: "return-1" });
const batch = await shop.batches.create({ invoices: [{ ...sale, idempotency: "batch-1" }] });
if (receiver.listening) await once(receiver, "close");

console.log(JSON.stringify({
  node: process.versions.node.split(".")[0],
  keyTest: await shop.apiKeys.test(),
  first,
  again: [again.result.cae, again.result.idempotencyHit],
  lost: lost.result,
  refused: [refused instanceof TalonarioError, refused.code, refused.status, refused.faults[0]?.code, refused.idempotency?.length],
  faulty: [faulty.code, faulty.faults[0]?.field, faulty.requestId, faulty.attempts],
  stranger: [stranger.status, stranger.code],
  listed,
  pdf: [pdf.fileName, pdf.contentType, Buffer.from(bytes).subarray(0, 5).toString()],
  csv: csv.trim().split("\\n").length,
  credited: [credited.result.totalAmount, (await shop.invoices.get(first.result.id)).result.creditedAmount],
  batch: batch.result.total,
  events: events.slice(0, 2).map(({ type, data }) => [type, data.idempotency?.length, data.totalAmount]),
  refusals: [...new Set(refusals)],
}));
process.exit();
`;

test("the packed client issues, reads, downloads and checks webhooks, from a project that has nothing else", async () => {
  await using system = await startSystem();
  await using proxy = await startForgetfulProxy(system.originOf("api"));
  project.write("program.js", program);
  const printed = await project.run("program.js", {
    BASE_URL: system.baseUrl,
    PROXY_URL: `${proxy.origin}/api`,
    KEY: system.keys.keys.test,
    TODAY: today(),
  });
  const told = JSON.parse(printed);
  console.log(`The typed client ran on Node ${told.node}.`);
  const { id, cae } = told.first.result;
  expect(told).toMatchObject({
    keyTest: { ok: true, environment: "homologation", certificates: true, pos: true },
    first: { ok: true, result: { voucherNumber: 1, totalAmount: 7001, idempotencyHit: false }, quota: { used: 1 } },
    again: [cae, true],
    lost: { voucherNumber: 2, idempotencyHit: true },
    refused: [true, "TAXAUTH_ERROR", 422, 10015, 36],
    faulty: ["VALIDATION_ERROR", "posNumber", "till-3", 1],
    stranger: [401, undefined].map((one) => one ?? null),
    listed: [told.lost.id, id],
    pdf: [expect.stringMatching(/\.pdf$/), "application/pdf", "%PDF-"],
    csv: 3,
    credited: [7001, "7001.00"],
    batch: 1,
    events: [
      ["invoice.issued", expect.any(Number), "7001.00"],
      ["invoice.issued", expect.any(Number), "7001.00"],
    ],
    refusals: ["WEBHOOK_REFUSED"],
  });
  expect(proxy.lost).toEqual([201]);
});

/** What must compile, and below `@ts-expect-error` what must not. */
const types = `
import { type Client, createClient, eachInvoice, type IssuanceRequest, TalonarioError, type WebhookEvent, type WithOptionalKey } from "talonario-client";
import { verifyWebhook } from "talonario-client/verify-webhook";

const connection = { baseUrl: "https://invoices.example.com/api", company: "demo", key: "TEST_1" };
const client: Client = createClient(connection);
declare const sale: IssuanceRequest;
const keyless: WithOptionalKey<IssuanceRequest> = { ...sale, idempotency: undefined, comments: undefined };

export async function all(): Promise<void> {
  const { result, quota } = await client.invoices.issue(keyless);
  const total: number = result.totalAmount;
  // @ts-expect-error there may be no quota
  quota.used;
  for await (const voucher of eachInvoice(connection, { pos__in: [1], ordering: ["-created"] })) {
    const amount: string = voucher.totalAmount;
    // @ts-expect-error a string, because a number may lose cents
    const number: number = voucher.totalAmount;
  }
  // @ts-expect-error no such order
  await client.invoices.list({ ordering: ["colour"] });
  // @ts-expect-error a point of sale is a number
  await client.invoices.issue({ ...keyless, posNumber: "1" });
  // @ts-expect-error each element of a batch has its own key
  await client.batches.create({ invoices: [keyless] });
  // @ts-expect-error a report is of a month
  await client.reports.downloadVatBook();
  const page = await client.auditLog.list({ limit: 10 }, { signal: AbortSignal.timeout(1_000) });
  const count: number = page.total + page.result.length;
  const stream: ReadableStream<Uint8Array> = (await client.invoices.downloadPdf(1)).stream;
  // @ts-expect-error which of the two it is, a server must be told
  await client.pointsOfSale.putLogo(1, new Uint8Array());
  await client.pointsOfSale.putLogo(1, new Uint8Array(), "image/png");
}

export async function receive(request: Request): Promise<string> {
  const event: WebhookEvent = await verifyWebhook(await request.arrayBuffer(), request.headers, "whsec_");
  switch (event.type) {
    case "invoice.settled":
      return event.data.outcome === "issued" ? event.data.voucher.cae : event.data.idempotency;
    case "ping":
      // @ts-expect-error a ping has no voucher
      return event.data.cae;
    default:
      return event.timestamp;
  }
}

export const reasons = (error: unknown): string[] =>
  error instanceof TalonarioError && error.code === "TAXAUTH_ERROR" ? error.faults.map(({ message }) => message) : [];
`;

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: "es2022",
};

/** What a project may have, and whether that includes Node. */
const projects: [name: string, options: object, hasNode: boolean][] = [
  ["node16, with Node's types", { module: "node16", moduleResolution: "node16", types: ["node"] }, true],
  ["bundler, with Node's types", { module: "esnext", moduleResolution: "bundler", types: ["node"] }, true],
  [
    "bundler, with a browser's types",
    { module: "esnext", moduleResolution: "bundler", types: [], lib: ["es2022", "dom", "dom.asynciterable"] },
    false,
  ],
  [
    "node16, with both",
    { module: "node16", moduleResolution: "node16", types: ["node"], lib: ["es2022", "dom"] },
    true,
  ],
];

test.each(fromGroup("clients", projects, (_, at) => at === 0))(
  "its types, and every example of its README, hold in a strict project: %s",
  async (_, options, hasNode) => {
    const examples = [...readAsset("api/client/README.md").matchAll(/^```ts\n(.*?)^```$/gms)]
      .map(([, text = ""]) => text)
      .filter((text) => hasNode || !text.includes("node:"));
    expect(examples.length).toBeGreaterThan(3);
    const files = new Map(examples.map((text, index) => [`example-${index}.ts`, text]));
    files.set("types.ts", types);
    for (const [name, text] of files) project.write(name, text);
    expect(await project.compile({ ...strict, ...options }, [...files.keys()])).toBe("");
  },
);

test("a bundle has only what is imported: of all, verifyWebhook alone", async () => {
  // It came with tsx.
  const { build } = createRequire(createRequire(import.meta.url).resolve("tsx"))("esbuild") as {
    build(options: object): Promise<{ outputFiles: { contents: Uint8Array }[] }>;
  };
  const sizeOf = async (source: string) => {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: project.folder },
      bundle: true,
      minify: true,
      format: "esm",
      // Without what Node has: anything of it would be an error.
      platform: "browser",
      write: false,
    });
    return outputFiles[0]?.contents.length ?? 0;
  };
  const sizes = {
    verifyWebhook: await sizeOf(`export { verifyWebhook } from "talonario-client";`),
    issueInvoice: await sizeOf(`export { issueInvoice } from "talonario-client";`),
    createClient: await sizeOf(`export { createClient } from "talonario-client";`),
  };
  console.log(`Bundled, in bytes: ${JSON.stringify(sizes)}`);
  expect(sizes.verifyWebhook).toBeLessThan(4_000);
  expect(sizes.issueInvoice).toBeLessThan(sizes.createClient / 2);
});
