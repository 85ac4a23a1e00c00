import { randomUUID } from "node:crypto";
import type { AskAuthority } from "../../../api/taxauth/ask-authority.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { type AdminApp, openAdminApp } from "../../support/processes/admin-app.js";
import type { Answer } from "../../support/processes/issuing-app.js";
import type { Route } from "../../support/readers/documented-routes.js";
import { pngImage } from "../../support/samples/images.js";
import { invoiceB, today } from "../../support/samples/invoice.js";

/** A company in one environment. Every text of its own that an answer can hold carries its mark. */
export interface MarkedTenant {
  company: "demo" | "mono";
  environment: "homologation" | "production";
  /** A key with all scopes. */
  key: string;
  mark: string;
  /** Marks of what the company has in common in both environments. */
  companyMark: string;
  /** What stands in a path for its parameter, by `Route.names`. */
  ids: Record<string, number | string>;
  /** Bodies that this tenant may send, by `Route.name`. */
  bodies: Record<string, () => Record<string, unknown> | Uint8Array>;
}

export interface MarkedApp extends AsyncDisposable {
  api: AdminApp;
  tenants: MarkedTenant[];
  /** Questions to the tax authority. */
  asked: { tenant: Tenant; ask: unknown }[];
  /** Calls a route of `owner`, about what belongs to `owner`, and from an address that nobody has used. */
  call(
    route: Route,
    owner: MarkedTenant,
    options?: { as?: string | null; company?: string; authorization?: string },
  ): Promise<Answer>;
}

export async function openMarkedApp(env: Record<string, string> = {}): Promise<MarkedApp> {
  const asked: MarkedApp["asked"] = [];
  const marks = new Map<string, string>();
  const nameOf = ({ companyId, production }: Tenant) => `${companyId} ${production}`;
  const askAuthority: AskAuthority = async ({ companyId, production }, ask) => {
    asked.push({ tenant: { companyId, production }, ask });
    return answerTo(ask.kind, marks.get(nameOf({ companyId, production })) ?? "");
  };
  const api = await openAdminApp({ TRUST_PROXY: "1", ...env }, { askAuthority });
  const tenants: MarkedTenant[] = [];
  for (const company of ["demo", "mono"] as const)
    for (const environment of ["homologation", "production"] as const) {
      const tenant = await seed(api, company, environment, 101 + tenants.length);
      const { id: companyId } = await api.db.company.findUniqueOrThrow({ where: { code: company } });
      marks.set(nameOf({ companyId, production: environment === "production" }), tenant.mark);
      tenants.push(tenant);
    }

  let calls = 0;
  return {
    api,
    tenants,
    asked,
    call(route, owner, { as = owner.key, company = owner.company, authorization } = {}) {
      calls += 1;
      const body = route.takesBody ? bodyOf(route, owner) : undefined;
      return api.call(route.method, `${pathOf(route, owner)}${queryOf(route)}`, {
        key: as,
        company,
        headers: {
          "x-forwarded-for": `10.0.${calls >> 8}.${calls & 255}`,
          ...(authorization !== undefined && { authorization }),
        },
        ...(body !== undefined && { body }),
      });
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

/** What a route cannot be called without; of the sales book a file that can be read here. */
export const queryOf = ({ name }: Pick<Route, "name">): string =>
  name.startsWith("GET /reports/")
    ? `?period=${today().slice(0, 6)}${name.endsWith("/vat-book") ? "&part=vouchers" : ""}`
    : "";

/** A route's path with the ids of this tenant. @throws Error when the test does not know what the parameter names */
export function pathOf({ name, path, names }: Route, { ids }: MarkedTenant): string {
  if (names === undefined) return path;
  const id = ids[names];
  if (id === undefined) throw new Error(`${name}: add to \`ids\` what ${names} names`);
  return path.replace(/\{.*\}/, String(id));
}

function bodyOf({ name }: Route, { bodies }: MarkedTenant) {
  const body = bodies[name]?.();
  if (body === undefined) throw new Error(`${name}: add a body to \`bodies\``);
  return body;
}

/** All marks in an answer: in its body and its headers. */
export function marksIn({ body, headers }: Answer): string[] {
  const text = `${JSON.stringify(body)} ${JSON.stringify([...headers])}`;
  return [...new Set(text.match(/mark-[a-z]+-[a-z]+/g) ?? [])].sort();
}

async function seed(
  api: AdminApp,
  company: MarkedTenant["company"],
  environment: MarkedTenant["environment"],
  posNumber: number,
): Promise<MarkedTenant> {
  const [mark, companyMark] = [`mark-${company}-${environment}`, `mark-${company}-both`];
  const { keys } = company === "demo" ? api.keys : api.keys.mono;
  const key = environment === "production" ? keys.production : keys.test;
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await api.call(method, path, { key, company, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.result;
  };
  const email = () => ({ emails: [{ email: `${mark}@example.com`, name: mark, comments: mark }] });
  const voucherType = company === "demo" ? 6 : 11;
  const sale = () =>
    invoiceB({
      posNumber,
      voucherType,
      externalReference: mark,
      customer: { docType: 99, docNumber: "0", name: mark, address: mark, taxType: 5 },
      items: [{ description: mark, code: mark, quantity: 1, price: 100, taxType: 5 }],
    });

  await send("PATCH", "/fiscal-data", { name: companyMark, address: companyMark, activityCode: "620100" });
  await send("POST", "/points-of-sale", {
    number: posNumber,
    name: mark,
    address: mark,
    additionalDataKeys: [{ key: mark, label: mark, printed: true }],
  });
  await send("PUT", `/points-of-sale/${posNumber}/logo`, pngImage(2, 2));
  const voucher = (await send("POST", "/invoices", { ...sale(), idempotency: mark })).id;
  await send("POST", `/invoices/${voucher}/emails`, email());
  const storageKey = `${company}/${voucher}/1.pdf`;
  await api.storage.write(storageKey, Buffer.from(mark));
  const { companyId } = await api.db.voucher.findUniqueOrThrow({ where: { id: voucher } });
  await api.db.pdf.create({
    data: { companyId, voucherId: voucher, versions: "1", storageKey, sizeBytes: mark.length },
  });
  await api.db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${voucher}`;
  await api.db.$executeRaw`
    INSERT INTO contingency (company_id, production, active_since, is_manual, reason)
    SELECT company_id, production, now(), true, ${mark} FROM voucher WHERE id = ${voucher}`;
  // So that there is a report to ask for.
  await api.db.$executeRaw`
    WITH code AS (
      INSERT INTO caea (company_id, production, period, fortnight, valid_from, valid_to)
      SELECT company_id, production, 202001, 1, '20200101', '20200115' FROM voucher WHERE id = ${voucher} RETURNING *
    )
    INSERT INTO caea_report (voucher_id, company_id, production, pos_number, voucher_type, voucher_number, caea_id, declared, generated_at, state)
    SELECT v.id, v.company_id, v.production, v.pos_number, v.voucher_type, v.voucher_number, code.id, '{}', now(), 'rejected'
    FROM voucher v, code WHERE v.id = ${voucher}`;
  const { id: certificate, csr } = await send("POST", "/certificates", { alias: mark });
  const signed = await api.sign(csr);
  const { id: spareKey } = await send("POST", "/api-keys", { name: mark });
  const hook = () => ({ url: `https://example.com/${mark}`, description: mark });
  const { id: webhook } = await send("POST", "/webhooks", hook());
  await send("POST", "/invoices", { ...sale(), idempotency: `${mark}-told` });
  const { id: batch } = await send("POST", "/batches", {
    name: mark,
    invoices: [{ ...sale(), idempotency: `${mark}-batch` }],
  });
  const [{ id: delivery }] = await send("GET", `/webhooks/${webhook}/deliveries`);

  return {
    company,
    environment,
    key,
    mark,
    companyMark,
    ids: {
      "/invoices/{id}": voucher,
      "/points-of-sale/{number}": posNumber,
      "/certificates/{id}": certificate,
      "/api-keys/{id}": spareKey,
      "/webhooks/{id}": webhook,
      "/webhooks/{id}/deliveries/{deliveryId}": `${webhook}/deliveries/${delivery}`,
      "/batches/{id}": batch,
      "/taxauth/padron/{cuit}": "33693450239",
      "/taxauth/fce/{cuit}": "33693450239",
      "/taxauth/tables/{name}": "concepts",
      "/taxauth/quotation/{currency}": "DOL",
    },
    bodies: {
      "POST /invoices": sale,
      "POST /invoices/preview": sale,
      "POST /invoices/{id}/emails": email,
      "POST /invoices/{id}/credit-notes": () => ({ idempotency: `credit-${randomUUID()}` }),
      "POST /invoices/{id}/debit-notes": () => ({
        idempotency: `debit-${randomUUID()}`,
        items: [{ description: "Intereses", quantity: 1, price: 1, taxType: 5 }],
      }),
      "POST /points-of-sale": () => ({ number: posNumber + 400 }),
      "PATCH /points-of-sale/{number}": () => ({ name: `${mark} new` }),
      "PUT /points-of-sale/{number}/logo": () => pngImage(3, 3),
      "PATCH /fiscal-data": () => ({ address: `${companyMark} new` }),
      "POST /certificates": () => ({ alias: mark }),
      "PUT /certificates/{id}": () => ({ certificate: signed }),
      "POST /api-keys": () => ({ name: mark }),
      "POST /batches": () => ({ name: mark, invoices: [sale()] }),
      "POST /contingency": () => ({ active: true, reason: mark }),
      "POST /webhooks": hook,
      "PATCH /webhooks/{id}": () => ({ description: `${mark} new` }),
    },
  };
}

/** An answer of the tax authority in which the tenant who asked can be recognized. */
function answerTo(kind: string, mark: string): Awaited<ReturnType<AskAuthority>> {
  const check = { ms: 1, problem: null };
  switch (kind) {
    case "person":
      return { outcome: "person", person: { ...nobody, name: mark }, partial: false };
    case "status":
      return { outcome: "status", connection: check, authentication: check, issuance: check, registry: check };
    case "delegation":
      return { outcome: "delegation", services: [{ name: "wsfe", authorized: true, problem: null }] };
    case "fceObligation":
      return { outcome: "fceObligation", required: true, minimumAmount: "5549862.00" };
    case "table":
      return { outcome: "table", rows: [{ id: "1", description: "Producto" }] };
    default:
      return { outcome: "quotation", quotation: 1_150, date: "20261120" };
  }
}

const nobody = {
  taxId: "33693450239",
  docType: 80,
  kind: "legal" as const,
  taxCondition: 1,
  stateId: 0,
  address: null,
  isActive: true,
  activities: [],
};
