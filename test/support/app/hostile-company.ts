import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ApiDeps } from "../../../api/routes/deps.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { pngImage } from "../samples/images.js";
import { invoiceB, today } from "../samples/invoice.js";
import { type OpenedApp, openApp } from "./app-client.js";
import { type PageRoute, pageRoutes } from "./page-routes.js";

/** The company `demo` with something of everything in homologation, and markup in every text that somebody writes. */
export interface HostileCompany extends OpenedApp {
  routes: PageRoute[];
  /** What stands in a page's address for its parameters, by the path below the company: `/webhooks/:id`. */
  ids: Record<string, number | string>;
  /** The address of a route, of this company and what it has. @throws Error when the test does not know what a parameter names */
  addressOf(route: Pick<PageRoute, "name" | "path">, company?: string, environment?: string): string;
}

/** A text that would run, if a page wrote it as it is: within an element or within an attribute. */
export const hostile = (what: string) => `<script>${what}</script>"'><img src=x onerror=${what}>`;

/** What is hostile in the company, as `hostile` was told. */
export const hostileWords =
  "customer address item label point place key alias hook batch name company reason observation endpoint invited".split(
    " ",
  );

export async function openHostileCompany(
  env: Record<string, string> = {},
  over: Partial<ApiDeps> = {},
): Promise<HostileCompany> {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-hostile-"));
  const app = await openApp({ TRUST_PROXY: "1", ...env }, { storage: openStorage(`file:${folder}`), ...over });
  const ids = await fill(app);
  return {
    ...app,
    routes: pageRoutes(app.system),
    ids,
    addressOf({ name, path }, company = "demo", environment = "homologation") {
      const [, inCompany = ""] = path.split(/^\/app\/:company\/:environment/);
      let address = path.replace("/:company/:environment", `/${company}/${environment}`);
      for (const [known, id] of Object.entries(ids).sort(([a], [b]) => b.length - a.length))
        if (inCompany.startsWith(known)) address = address.replace(known, known.replace(/:\w+$/, String(id)));
      address = address
        .replace("/webhooks/:id/", `/webhooks/${ids["/webhooks/:id"]}/`)
        .replace("/:name", "/app.css")
        .replace("/invitations/:id", "/invitations/1");
      if (address.includes(":")) throw new Error(`${name}: add to \`ids\` what its parameter names`);
      return address;
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fill({ system }: OpenedApp): Promise<HostileCompany["ids"]> {
  const { db, deps } = system;
  const send = async (method: string, path: string, body: object) => {
    const isBytes = body instanceof Uint8Array;
    const answer = await system.app.request(`/api/demo${path}`, {
      method,
      headers: {
        authorization: `Bearer ${system.keys.keys.test}`,
        "content-type": isBytes ? "image/png" : "application/json",
      },
      body: isBytes ? Uint8Array.from(body) : JSON.stringify(body),
    });
    const { result, error } = (await answer.json()) as { result: { id: number }; error: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${error}`);
    return result.id;
  };
  const sale = (over: object = {}) =>
    invoiceB({
      posNumber: 7,
      customer: { docType: 99, docNumber: "0", name: hostile("customer"), address: hostile("address"), taxType: 5 },
      items: [{ description: hostile("item"), quantity: 1, price: 100, taxType: 5 }],
      additionalData: { seller: hostile("data") },
      ...over,
    });
  await send("POST", "/points-of-sale", {
    number: 7,
    name: hostile("point"),
    address: hostile("place"),
    additionalDataKeys: [{ key: "seller", label: hostile("label").slice(0, 60), printed: true }],
  });
  await send("PUT", "/points-of-sale/7/logo", pngImage(2, 2));
  const webhook = await send("POST", "/webhooks", { url: "https://example.com/hook", description: hostile("hook") });
  const voucher = await send("POST", "/invoices", sale());
  const emails = [{ email: "c@example.com", name: hostile("name"), comments: "Hola" }];
  await send("POST", `/invoices/${voucher}/emails`, { emails });
  const key = await send("POST", "/api-keys", { name: hostile("key") });
  const certificate = await send("POST", "/certificates", { alias: "demo" });
  const batch = await send("POST", "/batches", { name: hostile("batch"), invoices: [sale()] });

  await deps.storage.write("own/1.pdf", Buffer.from("%PDF-1.7 sample"));
  await db.$executeRaw`INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', 'own/1.pdf', 15 FROM voucher WHERE id = ${voucher}`;
  // A voucher of a contingency, whose report the authority refused.
  await db.$executeRaw`ALTER TABLE voucher DISABLE TRIGGER USER`;
  await db.$executeRaw`UPDATE voucher SET has_pdf = true, caea = true WHERE id = ${voucher}`;
  await db.$executeRaw`ALTER TABLE voucher ENABLE TRIGGER USER`;
  await db.$executeRaw`UPDATE certificate SET alias = ${hostile("alias")} WHERE id = ${certificate}`;
  await db.$executeRaw`UPDATE company SET name = ${hostile("company")} WHERE code = 'demo'`;
  await db.$executeRaw`
    INSERT INTO contingency (company_id, production, active_since, is_manual, reason)
    SELECT company_id, production, now(), true, ${hostile("reason")} FROM voucher WHERE id = ${voucher}`;
  const errors = JSON.stringify([{ code: 1, msg: hostile("observation") }]);
  await db.$executeRaw`
    WITH code AS (
      INSERT INTO caea (company_id, production, period, fortnight, valid_from, valid_to)
      SELECT company_id, production, 202001, 1, '20200101', '20200115' FROM voucher WHERE id = ${voucher} RETURNING *
    )
    INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at, state, errors)
    SELECT v.id, v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, code.id, '{}', now(), 'rejected', ${errors}::jsonb
    FROM voucher v, code WHERE v.id = ${voucher}`;
  const attempts = [{ at: new Date().toISOString(), status: 500, ms: 5, error: null, answer: hostile("endpoint") }];
  const [delivery] = await db.$queryRaw<{ id: number }[]>`
    UPDATE webhook_delivery SET state = 'failed', attempts = ${JSON.stringify(attempts)}::jsonb, due_at = now() + interval '1 day'
    WHERE id = (SELECT min(id) FROM webhook_delivery WHERE webhook_id = ${webhook}) RETURNING id`;
  const [person] = await db.$queryRaw<{ id: number }[]>`
    WITH p AS (INSERT INTO person (email) VALUES ('invited@example.com') RETURNING id)
    INSERT INTO membership (person_id, company_id, role, name, accepted_at)
    SELECT p.id, c.id, 'reader', ${hostile("invited")}, NULL FROM p, company c WHERE c.code = 'demo' RETURNING id`;
  return {
    "/invoices/:id": voucher,
    "/invoices/new/:key": `form-${today()}`,
    "/points-of-sale/:number": 7,
    "/certificates/:id": certificate,
    "/api-keys/:id": key,
    "/webhooks/:id": webhook,
    "/webhooks/:id/deliveries/:deliveryId": delivery?.id ?? 0,
    "/batches/:id": batch,
    "/people/:id": person?.id ?? 0,
  };
}
