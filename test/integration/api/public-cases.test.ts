import { afterAll, beforeAll, expect } from "vitest";
import { addDays, argentineDay, toFiscalDate } from "../../../shared/domain/calendar.js";
import { type IssuingApp, openIssuingApp } from "../../support/processes/issuing-app.js";
import { message, postMessage } from "../../support/processes/mcp-messages.js";
import { publicCase } from "../../support/public-case.js";
import { invoiceB } from "../../support/samples/invoice.js";

let api: IssuingApp;
const asked: unknown[] = [];
beforeAll(async () => {
  api = await openIssuingApp(
    { APP_URL: "http://127.0.0.1:3000" },
    {
      askAuthority: async (_tenant, question) => {
        asked.push(question);
        return { outcome: "unknownPerson" } as never;
      },
    },
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const strict = { headers: { Prefer: "handling=strict" } };
const odd = () => invoiceB({ items: [{ description: "Yerba", quantity: 1, price: 100, taxType: 21 }] });
const warning = {
  field: "items.0.taxType",
  message: "is no VAT rate code, so the line is issued as not taxable, without VAT: 5 is 21 %",
};
const fieldsOf = ({ body }: { body: { details: { errors: { field: string }[] } } }) =>
  body.details.errors.map(({ field }) => field);
const call = (tool: string, args: object) =>
  postMessage(
    api.app,
    { authorization: `Bearer ${api.keys.keys.test}` },
    message("tools/call", { name: tool, arguments: args }),
  );

const kind = "VAT codes of lines";
const rule = 'api/README.md, rule 8; api/README.md, "Ignored input"';

publicCase({ kind, sent: "POST /invoices with taxType 21", right: "201, not taxable, and warned", rule }, async () => {
  const { status, body } = await api.post(odd());
  expect([status, body.warnings]).toEqual([201, [warning]]);
  const { body: row } = await api.get(`/invoices/${body.result.id}`);
  expect(row.result).toMatchObject({ notTaxableAmount: "100.00", vatAmount: "0.00" });
});

publicCase(
  { kind, sent: "the same with strict handling", right: "400 of items.0.taxType, nothing issued", rule },
  async () => {
    const before = api.enqueued.length;
    const answer = await api.post(odd(), strict);
    expect([answer.status, fieldsOf(answer), api.enqueued.length]).toEqual([400, ["items.0.taxType"], before]);
  },
);

publicCase({ kind, sent: "the preview of it", right: "warned; 400 with strict handling", rule }, async () => {
  expect((await api.postTo("/invoices/preview", odd())).body).toMatchObject({ ok: true, warnings: [warning] });
  expect((await api.postTo("/invoices/preview", odd(), strict)).status).toBe(400);
});

publicCase(
  { kind, sent: "a batch with it", right: "warned with its place; 400 with strict handling", rule },
  async () => {
    const batch = { invoices: [invoiceB(), odd()] };
    expect((await api.postTo("/batches", batch)).body).toMatchObject({
      ok: true,
      warnings: [{ ...warning, field: "invoices.1.items.0.taxType" }],
    });
    expect(fieldsOf(await api.postTo("/batches", batch, strict))).toEqual(["invoices.1.items.0.taxType"]);
  },
);

publicCase({ kind, sent: "a credit note with it", right: "warned; 400 with strict handling", rule }, async () => {
  const { body: original } = await api.post(invoiceB());
  const credit = { idempotency: `${original.result.id}-back`, items: odd().items };
  const path = `/invoices/${original.result.id}/credit-notes`;
  expect(fieldsOf(await api.postTo(path, credit, strict))).toEqual(["items.0.taxType"]);
  expect((await api.postTo(path, credit)).body).toMatchObject({ ok: true, warnings: [warning] });
});

publicCase({ kind, sent: "preview_invoice of an agent with it", right: "warned", rule }, async () => {
  const answer = await (await call("preview_invoice", odd())).json();
  expect(answer).toMatchObject({ result: { structuredContent: { warnings: [warning] } } });
});

const ahead = toFiscalDate(addDays(argentineDay(Date.now()), 2));
const dates = "A date ahead";
const foreseen = 'api/README.md, "Further paths"';
const service = { concept: 2, serviceFrom: ahead, serviceTo: ahead, serviceExpiration: ahead };

publicCase(
  { kind: dates, sent: "a preview with it", right: "problem CLOSES_NUMBERING with the day", rule: foreseen },
  async () => {
    const { body } = await api.postTo("/invoices/preview", invoiceB({ ...service, voucherDate: ahead }));
    expect(body.result.problems).toEqual([
      {
        field: "voucherDate",
        code: "CLOSES_NUMBERING",
        message: `is ahead: once it is issued, nothing dated before ${ahead} can be issued at this point of sale and type any more`,
      },
    ]);
  },
);

publicCase({ kind: dates, sent: "a preview of today", right: "no problem", rule: foreseen }, async () => {
  expect((await api.postTo("/invoices/preview", invoiceB())).body.result.problems).toEqual([]);
});

publicCase(
  { kind: dates, sent: "issued with strict handling", right: "201 without warnings", rule: foreseen },
  async () => {
    const { status, body } = await api.post(invoiceB({ ...service, voucherDate: ahead }), strict);
    expect([status, body.warnings]).toEqual([201, undefined]);
  },
);

const incoming = "What comes in, in a path";
const lookUp = 'api/README.md, "GET /{company_id}/taxauth/padron/{cuit}"';

for (const sent of ["30-71015154-3", "30.71015154.3", "30 71015154 3"])
  publicCase(
    { kind: incoming, sent: `padron/${sent}`, right: "taken: its digits are asked for", rule: lookUp },
    async () => {
      asked.length = 0;
      await api.get(`/taxauth/padron/${encodeURIComponent(sent)}`);
      expect(asked).toEqual([{ kind: "person", taxId: "30710151543" }]);
    },
  );

publicCase({ kind: incoming, sent: "lookup_taxpayer 30-71015154-3", right: "taken", rule: lookUp }, async () => {
  asked.length = 0;
  await (await call("lookup_taxpayer", { cuit: "30-71015154-3" })).json();
  expect(asked).toEqual([{ kind: "person", taxId: "30710151543" }]);
});

publicCase(
  { kind: incoming, sent: "padron/30405060, a DNI", right: "400: that it is a DNI", rule: lookUp },
  async () => {
    const { status, body } = await api.get("/taxauth/padron/30405060");
    expect([status, body.details.errors]).toEqual([
      400,
      [{ field: "cuit", message: "has the digits of a DNI, and a CUIT is asked for: its 11 digits" }],
    ]);
  },
);

publicCase(
  {
    kind: "What comes in, in a file",
    sent: "an .xlsx as its own content type",
    right: "400 that names it",
    rule: 'api/README.md, "Batches in CSV"',
  },
  async () => {
    const answer = await api.app.request("/api/demo/batches", {
      method: "POST",
      headers: {
        authorization: `Bearer ${api.keys.keys.test}`,
        "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      },
      body: "PK\u0003\u0004..xl/workbook.xml",
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: expect.stringContaining("an Excel workbook (.xlsx)") },
    ]);
  },
);

const protocol = "What a program is told";

publicCase(
  {
    kind: protocol,
    sent: "a request without a key",
    right: "401 with WWW-Authenticate",
    rule: "RFC 9110, section 15.5.2",
  },
  async () => {
    for (const path of ["/api/demo/invoices", "/mcp"]) {
      const answer = await api.app.request(path, { method: path === "/mcp" ? "POST" : "GET" });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="Talonario"']);
    }
  },
);

publicCase(
  { kind: protocol, sent: "malformed JSON to /mcp", right: "a JSON-RPC error -32700", rule: 'api/README.md, "Agents"' },
  async () => {
    const answer = await postMessage(api.app, { authorization: `Bearer ${api.keys.keys.test}` }, "{");
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { jsonrpc: "2.0", error: { code: -32700, message: "the body is not well-formed JSON" }, id: null },
    ]);
  },
);

publicCase(
  {
    kind: protocol,
    sent: "two messages at once to /mcp",
    right: "a JSON-RPC error -32600",
    rule: 'api/README.md, "Agents"',
  },
  async () => {
    const answer = await postMessage(api.app, { authorization: `Bearer ${api.keys.keys.test}` }, [
      message("ping"),
      message("ping"),
    ]);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32600 }, id: null }]);
  },
);

for (const [origin, status] of [
  ["http://localhost:3000", 200],
  ["http://127.0.0.1:3000", 200],
  ["http://localhost:4000", 403],
  ["http://evil.example:3000", 403],
  ["null", 403],
] as const)
  publicCase(
    {
      kind: protocol,
      sent: `Origin ${origin} at http://127.0.0.1:3000`,
      right: String(status),
      rule: 'api/README.md, "Agents"',
    },
    async () => {
      const answer = await api.app.request("/mcp", {
        method: "POST",
        headers: {
          origin,
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${api.keys.keys.test}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(message("ping")),
      });
      expect(answer.status).toBe(status);
    },
  );
