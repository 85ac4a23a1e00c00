import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServer } from "../../../api/http/open-server.js";
import { beginSession } from "../../../shared/db/people/sessions.js";
import { type OpenedApp, openApp } from "../../support/app/app-client.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

const csv = "/app/demo/homologation/invoices/csv?from=2026-01-01&to=2026-01-31";

let app: OpenedApp;
let cookie: string;
let port: number;
const closing: (() => void)[] = [];

beforeAll(async () => {
  app = await openApp();
  const { db, deps } = app.system;
  const { email } = await app.signIn("reader");
  const { id } = await db.person.findUniqueOrThrow({ where: { email } });
  cookie = `talonario_session=${await beginSession(db, id, { address: "", agent: "" })}`;
  const { id: companyId } = await db.company.findUniqueOrThrow({ where: { code: "demo" } });
  const rows = Array.from({ length: 60_000 }, (_, at) => importedVoucher({ id: at + 1, companyId, pos: 1, type: 6 }));
  for (let from = 0; from < rows.length; from += 10_000) await storeVouchers(db, rows.slice(from, from + 10_000));
  const server = openServer(app.system.app.fetch, deps.log).listen(0);
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
});
afterAll(async () => {
  for (const close of closing) close();
  await app?.[Symbol.asyncDispose]();
});

/** The answer's beginning; the rest is read when somebody reads it. */
async function begin(path = csv, method = "GET"): Promise<IncomingMessage> {
  const sent = get({ port, path, method, headers: { cookie } });
  const [response] = await once(sent, "response");
  return response;
}
const statusOf = async (path: string) => {
  const response = await begin(path);
  response.resume();
  await once(response, "close");
  return response.statusCode;
};
/** A company reads one report at a time. */
const other = "/app/demo/homologation/invoices/csv?from=1999-01-01&to=1999-01-02";

test("a browser that goes away in the middle of a download ends what the API reads for it", async () => {
  const download = await begin();
  await once(download, "readable");
  expect(await statusOf(other), "the API reads on").toBe(429);
  download.destroy();
  await expect.poll(() => statusOf(other), { timeout: 30_000 }).toBe(200);
});

test("a HEAD of a download leaves nothing behind", async () => {
  const head = await begin(csv, "HEAD");
  expect([head.statusCode, head.headers["content-disposition"]]).toEqual([200, expect.stringContaining("attachment")]);
  head.resume();
  expect(await statusOf(other)).toBe(200);
  const nobody = await app.visitor().get("/app/sign-in");
  const asked = await app.system.app.request("/app/demo/homologation", { method: "HEAD" });
  expect([nobody.status, asked.status, asked.headers.get("location")]).toEqual([
    ...[200, 303],
    "/app/sign-in?to=%2Fapp%2Fdemo%2Fhomologation",
  ]);
});

test("a download that fails in the middle cuts the browser's connection: half a file must not look whole", async () => {
  const { db } = app.system;
  await db.$executeRaw`ALTER TABLE voucher DISABLE TRIGGER USER`;
  await db.$executeRaw`UPDATE voucher SET vat = '{}' WHERE voucher_number = 60000`;
  await db.$executeRaw`ALTER TABLE voucher ENABLE TRIGGER USER`;
  const download = await begin("/app/demo/homologation/reports/vat-book?period=202601&part=vouchers");
  expect(download.statusCode).toBe(200);
  download.resume();
  await once(download, "close").catch(() => undefined);
  expect(download.complete).toBe(false);
  await expect.poll(() => statusOf(other), { timeout: 30_000 }).toBe(200);
});
