import { describe, expect, test } from "vitest";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import type { Language } from "../../../shared/domain/localized-text.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type Fate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

// Each thing that api/README.md promises of `error` holds in both languages: a program that reads it meets Spanish wherever it is preferred.
const system = await openForFile(openIssuingApp);

const languages: Language[] = ["en", "es"];
const asking = (language: Language) => ({
  headers: { "accept-language": language === "es" ? "es-AR,es;q=0.9" : "en" },
});

async function postWith(fate: Fate, body: unknown, language: Language) {
  system.fate = fate;
  const answer = await system.post(body, asking(language));
  system.fate = approvedFate;
  return answer;
}

describe.each(languages)("in %s", (language) => {
  const pick = <Value>(values: Record<Language, Value>): Value => values[language];

  test("a failure of fields names the first, and how many more there are", async () => {
    const one = await system.post(invoiceB({ posNumber: "1" }), asking(language));
    expect(one.body.error).toBe(pick({ en: "posNumber: must be a number", es: "posNumber: tiene que ser un número." }));
    const three = await system.post(invoiceB({ posNumber: "1", concept: 9, legend: 5 }), asking(language));
    expect(three.body.error).toBe(
      pick({
        en: "posNumber: must be a number (and 2 more problems)",
        es: "posNumber: tiene que ser un número (y 2 más).",
      }),
    );
    const items = Array.from({ length: 25 }, () => ({ description: "Té", quantity: 0, price: 1, taxType: 5 }));
    const many = await system.post(invoiceB({ items }), asking(language));
    expect(many.body.details.errors).toHaveLength(25);
    expect(many.body.error).toBe(
      pick({
        en: "items.0.quantity: must be 0.0001 or more (and 24 more problems)",
        es: "items.0.quantity: tiene que ser 0,0001 o más (y 24 más).",
      }),
    );
    expect(many.body.details.errors.map(({ field }: { field: string }) => field)).toEqual(
      items.map((_, index) => `items.${index}.quantity`),
    );
    const whole = await system.post("[]", asking(language));
    expect(whole.body.error).toBe(whole.body.details.errors[0].message);
  });

  test("a refusal begins with the code in parentheses, has the authority's own words, and one full stop before ours", async () => {
    const reasons = [
      { code: 10013, msg: "El campo DocTipo debe ser 80" },
      { code: 999, msg: "Otra cosa." },
    ];
    const outcome = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons });
    const answer = await postWith(outcome, invoiceB(), language);
    expect([answer.status, answer.body.details]).toEqual([422, reasons]);
    expect(answer.body.error).toMatch(/^\(10013\) El campo DocTipo debe ser 80\. \(999\) Otra cosa\. [^ ]/);

    const unknown = refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons: [{ code: 999, msg: "Otra cosa" }] });
    expect((await postWith(unknown, invoiceB(), language)).body.error).toBe(
      pick({ en: "(999) Otra cosa", es: "(999) Otra cosa. Corregí lo que dice y volvé a emitir." }),
    );
  });

  test("the 409 of a key names its voucher as point-type-number, and what was asked for as point-type", async () => {
    const body = invoiceB({ posNumber: 1 });
    const { result } = (await system.post(body)).body;
    const answer = await system.post({ ...body, posNumber: 2 }, asking(language));
    const voucher = `1-6-${result.voucherNumber}`;
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([409, "VALIDATION_ERROR", undefined]);
    expect(answer.body.error).toMatch(new RegExp(`\\b${voucher}\\b.*\\b2-6\\b`));

    const preview = await system.postTo("/invoices/preview", { ...body, posNumber: 2 }, asking(language));
    expect(preview.body).toMatchObject({ result: { problems: [{ message: expect.stringContaining(voucher) }] } });
    const replayed = await system.postTo("/invoices/preview", body, asking(language));
    expect(replayed.body).toMatchObject({ result: { notes: [{ message: expect.stringContaining(voucher) }] } });

    const note = { idempotency: body.idempotency, posNumber: 1 };
    const other = (await system.post(invoiceB({ posNumber: 1, voucherType: 6 }))).body.result;
    const path = `/invoices/${other.id}/credit-notes`;
    const credited = await system.postTo(path, note, asking(language));
    expect([credited.status, credited.body.error]).toEqual([409, expect.stringContaining(voucher)]);
  });

  test("a credit beyond the rest names the voucher as point-type-number, and what is left of it", async () => {
    const { result } = (await system.post(invoiceB({ posNumber: 1 }))).body;
    const items = [{ description: "Té", quantity: 1, price: 900_000, taxType: 5 }];
    const path = `/invoices/${result.id}/credit-notes`;
    const answer = await system.postTo(path, { idempotency: `${language}-beyond`, items }, asking(language));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(`1-6-${result.voucherNumber}`)]);
  });

  test("a turn that did not come is said with its point of sale and type", async () => {
    const busy = await postWith(refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }), invoiceB(), language);
    expect([busy.status, busy.body.error]).toEqual([
      429,
      expect.stringMatching(pick({ en: /point of sale 1 and type 6/, es: /punto de venta 1 y el tipo 6/ })),
    ]);
    expect(busy.headers.get("retry-after")).toBe(`${busy.body.details.retryAfterMs / 1000}`);
  });

  test("a delegation that lacks is said with the service, and that retrying does not help", async () => {
    const problem = notAsked({ kind: "notDelegated", services: ["wsfe"], detail: "said so" });
    const answer = await postWith(refusedFate("failed", problem), invoiceB(), language);
    expect(answer.status).toBe(502);
    expect(answer.body.error).toMatch(
      pick({ en: /"wsfe".*Retrying does not help/, es: /wsfe.*(Reintentar|Antes) no sirve/ }),
    );
  });

  test.each<[string, number, string, RequestInit]>([
    ["an unknown path", 404, "/nothing", {}],
    ["a voucher that there is not", 404, "/invoices/999999", {}],
    ["an id that is no number", 404, "/invoices/abc", {}],
    ["a table that there is not", 404, "/taxauth/tables/colours", {}],
    ["a point of sale that there is not", 404, "/points-of-sale/77", {}],
    ["a key that there is not", 404, "/api-keys/999999", { method: "DELETE" }],
    ["a webhook that there is not", 404, "/webhooks/999999", {}],
    ["a wrong method", 405, "/invoices", { method: "PUT" }],
    ["a wrong method of a path with an id", 405, "/invoices/1", { method: "DELETE" }],
    ["no key", 401, "/invoices", { headers: { authorization: "" } }],
    ["an unknown key", 401, "/invoices", { headers: { authorization: "Bearer TEST_x" } }],
    ["a body that is too large", 413, "/invoices", { method: "POST", body: "x".repeat(1_100_000) }],
    ["a body that is no JSON", 400, "/invoices", { method: "POST", body: "{" }],
  ])("%s is %i, and says in which language", async (_, status, path, { headers, ...init }) => {
    const answer = await system.app.request(`/api/demo${path}`, {
      ...init,
      headers: { authorization: `Bearer ${system.keys.keys.test}`, ...asking(language).headers, ...headers },
    });
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, answer.headers.get("content-language"), answer.headers.get("vary")]).toEqual([
      status,
      pick({ en: null, es: "es-AR" }),
      "Accept-Language",
    ]);
    expect(error).toMatch(/\S/);
  });

  test.each([
    ["/nowhere", 404],
    ["/api", 404],
    ["/docs/guides/nothing", 404],
    ["/openapi.json", 405],
    ["/docs", 405],
  ])("outside of a company, %s is %i, and says in which language", async (path, status) => {
    const method = status === 405 ? "PUT" : "GET";
    const answer = await system.app.request(path, { method, headers: asking(language).headers });
    expect([answer.status, answer.headers.get("content-language"), answer.headers.get("vary")]).toEqual([
      status,
      pick({ en: null, es: "es-AR" }),
      "Accept-Language",
    ]);
  });
});
