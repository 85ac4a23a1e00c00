import { describe, expect, test } from "vitest";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import { argentineDay } from "../../../shared/domain/calendar.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type IssuingApp, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

/** Posts with this fate; later requests are approved again. */
async function postWith(fate: IssuingApp["fate"], body: unknown) {
  system.fate = fate;
  const answer = await system.post(body);
  system.fate = approvedFate;
  return answer;
}
const failure = (body: object) => ({ ok: false, error: expect.stringMatching(/\S/), ...body });

describe('400 VALIDATION_ERROR (api/README.md, "Errors")', () => {
  test("[S9] field faults are listed in details.errors, and error names the first and counts the others", async () => {
    const { status, body } = await system.post(invoiceB({ posNumber: "1", concept: 9, legend: 5 }));
    expect(status).toBe(400);
    expect(body).toEqual({
      ok: false,
      code: "VALIDATION_ERROR",
      error: "posNumber: must be a number (and 2 more problems)",
      details: {
        errors: [
          { field: "posNumber", message: "must be a number" },
          { field: "concept", message: "must be one of 1, 2, 3" },
          { field: "legend", message: "must be a text, not a number" },
        ],
      },
    });
  });

  test.each<[string, string, Record<string, string>]>([
    ["malformed JSON", '{"idempotency":', {}],
    ["an empty body", "", {}],
    ["a list", "[]", {}],
    ["a text", '"x"', {}],
    ["another content type", JSON.stringify(invoiceB()), { "content-type": "text/plain" }],
    ["a form", "a=1", { "content-type": "application/x-www-form-urlencoded" }],
    ["100 levels of nesting", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`, {}],
  ])("a fault of the whole body has field null: %s", async (_, body, headers) => {
    const answer = await system.post(body, { headers });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure({ code: "VALIDATION_ERROR", details: { errors: [{ field: null, message: expect.any(String) }] } }),
    );
  });

  test("a too large body is 413 without code", async () => {
    const answer = await system.post(invoiceB({ legend: "x".repeat(5_000_000) }));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual(failure({}));
  });

  test("[S7] an unknown or disabled point of sale and a missing certificate are refused without details", async () => {
    const unknown = await system.post(invoiceB({ posNumber: 77 }));
    expect([unknown.status, unknown.body]).toEqual([
      400,
      failure({ code: "VALIDATION_ERROR", error: expect.stringContaining("77") }),
    ]);

    await system.db.$executeRaw`UPDATE point_of_sale SET enabled = false WHERE number = 3 AND NOT production`;
    const disabled = await system.post(invoiceB({ posNumber: 3 }));
    expect([disabled.status, disabled.body]).toEqual([
      400,
      failure({ code: "VALIDATION_ERROR", error: expect.stringContaining("disabled") }),
    ]);
    await system.db.$executeRaw`UPDATE point_of_sale SET enabled = true`;

    await system.db.$executeRaw`UPDATE certificate SET active = false WHERE NOT production`;
    const uncertified = await system.post(invoiceB());
    expect([uncertified.status, uncertified.body]).toEqual([
      400,
      failure({ code: "VALIDATION_ERROR", error: expect.stringContaining("certificate") }),
    ]);
    await system.db.$executeRaw`UPDATE certificate SET active = true`;
  });

  test("[E1] a refused body stores and enqueues nothing", async () => {
    const before = await system.db.issuance.count();
    await system.post(invoiceB({ posNumber: 77 }));
    await system.post(invoiceB({ concept: 7 }));
    expect(await system.db.issuance.count()).toBe(before);
  });
});

describe("[A1 A3] 401 without code", () => {
  test.each<[string, { key?: string | null; company?: string }]>([
    ["no header", { key: null }],
    ["an unknown key", { key: "TEST_nobody" }],
    ["a malformed key", { key: "hello" }],
    ["another company's path", { company: "mono" }],
    ["an unknown company's path", { company: "nobody" }],
  ])("%s", async (_, options) => {
    const answer = await system.post(invoiceB(), options);
    expect([answer.status, answer.body]).toEqual([401, failure({})]);
  });

  test("[A3 A5] a revoked key, and a key without the scope", async () => {
    const { hash } = await system.db.apiKey.findFirstOrThrow({
      where: { production: false, company: { code: "demo" } },
    });
    await system.db.apiKey.update({ where: { hash }, data: { scopes: ["read"] } });
    expect((await system.post(invoiceB())).status).toBe(401);
    expect((await system.get("/invoices")).status).toBe(200);
    await system.db.apiKey.update({
      where: { hash },
      data: { scopes: ["read", "issue", "configure"], revokedAt: new Date() },
    });
    expect((await system.get("/invoices")).status).toBe(401);
    await system.db.apiKey.update({ where: { hash }, data: { revokedAt: null } });
  });

  test("[A2 S5] only the API key's prefix decides the environment, so the same idempotency key gives two vouchers", async () => {
    const body = invoiceB({ production: true });
    const test = await system.post(body);
    const production = await system.post(body, { key: system.keys.keys.production });
    expect([test.status, production.status]).toEqual([201, 201]);
    expect(production.body.result.id).not.toBe(test.body.result.id);
    const listed = await system.get(`/invoices?idempotency=${body.idempotency}`, { key: system.keys.keys.production });
    expect(listed.body.result.map((row: { id: number; production: boolean }) => [row.id, row.production])).toEqual([
      [production.body.result.id, true],
    ]);
  });
});

describe("the answers to outcomes of the authority and the queue", () => {
  test("[E1] 422 TAXAUTH_ERROR begins with the code in parentheses, lists the exact rejections, and stores nothing", async () => {
    const reasons = [
      { code: 10015, msg: "El campo DocNro es inválido" },
      { code: 10013, msg: "DocTipo debe ser 80" },
    ];
    const body = invoiceB();
    const answer = await postWith(refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons }), body);
    expect([answer.status, answer.body]).toEqual([
      422,
      { ok: false, code: "TAXAUTH_ERROR", error: expect.stringMatching(/^\(10015\) El campo/), details: reasons },
    ]);
    expect((await system.get(`/invoices?idempotency=${body.idempotency}`)).body.total).toBe(0);
    expect((await system.post(body)).status).toBe(201);
  });

  test("422 is told though the company's other reading has all its turns", async () => {
    const { id: companyId } = await system.db.company.findFirstOrThrow({ where: { code: "demo" } });
    const reading = system.deps.reading.of({ companyId, production: false });
    const reasons = [{ code: 10015, msg: "El campo DocNro es inválido" }];
    const others = await system.db.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(1)`;
      const waiting = [1, 2, 3].map(() => reading.$executeRaw`SELECT pg_advisory_xact_lock(1)`);
      const answer = await postWith(refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons }), invoiceB());
      expect([answer.status, answer.body.details]).toEqual([422, reasons]);
      return waiting;
    });
    await Promise.all(others);
  });

  test("422 for the VAT tolerance says what to do", async () => {
    const items = [1, 2, 3].map(() => ({ description: "x", quantity: 1, price: 100, taxType: 5 }));
    const reasons = [
      { code: 10051, msg: "Los importes informados en AlicIVA no se corresponden con los porcentajes." },
    ];
    const answer = await postWith(refusedFate("rejected", { code: "TAXAUTH_ERROR", reasons }), invoiceB({ items }));
    expect(answer.body.error).toMatch(
      /^\(10051\) .* VAT 52\.08 on 247\.92 at 21 %, where the authority expects 52\.06.*vatRounding/,
    );
  });

  test("[R5] 429 VOUCHER_LOCK_TIMEOUT has Retry-After and details.retryAfterMs, and frees the key", async () => {
    const body = invoiceB();
    const answer = await postWith(refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" }), body);
    expect([answer.status, answer.body]).toEqual([
      429,
      failure({ code: "VOUCHER_LOCK_TIMEOUT", details: { retryAfterMs: expect.any(Number) } }),
    ]);
    expect(Number(answer.headers.get("retry-after"))).toBe(Math.ceil(answer.body.details.retryAfterMs / 1000));
    expect((await system.post(body)).status).toBe(201);
  });

  test.each<[AuthorityProblem["kind"], RegExp, retryAfter: string | null]>([
    ["down", /does not answer.*try again/, "5"],
    ["certificate", /does not accept the certificate \(said so\).*Retrying does not help/, null],
    ["expiredCertificate", /has expired.*Retrying does not help/, null],
    ["clock", /clock is off.*Retrying helps only after that/, null],
    ["numbering", /does not tell the last number.*Try again/, "5"],
    ["notDelegated", /"wsfe".*associate.*alias.*Retrying does not help/, null],
  ])(
    "[E4] 502 TAXAUTH_CONNECTION_ERROR tells what is wrong and whether retrying helps: %s",
    async (kind, words, retryAfter) => {
      const body = invoiceB();
      const outcome = notAsked({ kind, services: ["wsfe"], detail: "said so" });
      const { status, headers, body: told } = await postWith(refusedFate("failed", outcome), body);
      expect(headers.get("retry-after")).toBe(retryAfter);
      expect([status, told]).toEqual([
        502,
        { ok: false, code: "TAXAUTH_CONNECTION_ERROR", error: expect.stringMatching(words) },
      ]);
      expect(told.error).toMatch(/^The voucher was not issued\. /);
      expect((await system.post(body)).status, "the key is free").toBe(201);
    },
  );

  test("[E2] 409 TAXAUTH_UNCONFIRMED is answered while the outcome is unknown, and the same key later returns the voucher", async () => {
    const body = invoiceB();
    const answer = await postWith(async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET state = 'submitted', number = 900, submitted_at = now(), epoch = 1, doubt = 'unconfirmed' WHERE id = ${id}`;
      return true;
    }, body);
    expect([answer.status, answer.body]).toEqual([409, failure({ code: "TAXAUTH_UNCONFIRMED" })]);

    system.fate = async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET state = 'queued', number = NULL, submitted_at = NULL, epoch = NULL, doubt = NULL WHERE id = ${id} AND state = 'submitted'`;
      return approvedFate(db, id);
    };
    const again = await system.post(body);
    system.fate = approvedFate;
    expect([again.status, again.body.result.idempotencyHit]).toEqual([200, true]);
  });

  test("500 has no code and reveals nothing of an unexpected error", async () => {
    const answer = await postWith(async () => {
      throw new Error("password=hunter2");
    }, invoiceB());
    expect([answer.status, answer.body]).toEqual([500, failure({})]);
    expect(JSON.stringify(answer.body)).not.toContain("hunter2");
  });
});

describe("504 without code", () => {
  test("[E2] a request that is in flight at its time limit gets 504", async () => {
    await using quick = await openIssuingApp({ REQUEST_TIMEOUT_MS: "1" });
    quick.fate = async (db, id) => {
      await db.$executeRaw`UPDATE issuance SET state = 'submitted', number = 1, submitted_at = now(), epoch = 1 WHERE id = ${id} AND state = 'queued'`;
      return false;
    };
    const answer = await quick.post(invoiceB());
    expect([answer.status, answer.body]).toEqual([504, failure({})]);
  });
});

describe("402 SUBSCRIPTION_EXPIRED", () => {
  test("[A4] with an expired subscription issuing is refused, while reads and replays still work", async () => {
    const body = invoiceB();
    const issued = await system.post(body);
    const { until } = await system.db.subscription.findFirstOrThrow({ where: { company: { code: "demo" } } });
    await system.db.$executeRaw`UPDATE subscription SET until = ${argentineDay(Date.now() - 86_400_000)}::date`;
    const refused = await system.post(invoiceB());
    expect([refused.status, refused.body]).toEqual([402, failure({ code: "SUBSCRIPTION_EXPIRED" })]);
    expect((await system.get(`/invoices/${issued.body.result.id}`)).status).toBe(200);
    expect((await system.post(body)).status).toBe(200);
    await system.db.$executeRaw`UPDATE subscription SET until = ${argentineDay(Date.now())}::date`;
    expect((await system.post(invoiceB())).status).toBe(201);
    await system.db.subscription.updateMany({ data: { until } });
  });
});

describe("404 and 405, in the same envelope", () => {
  test.each([
    ["an unknown route", "/nothing", 404, "NOT_FOUND"],
    ["a voucher that does not exist", "/invoices/999999", 404, "NOT_FOUND"],
    ["an id that is not an integer", "/invoices/abc", 404, "NOT_FOUND"],
    ["the PDF of an unknown voucher", "/invoices/999999/pdf", 404, "NOT_FOUND"],
  ])("%s", async (_, path, status, code) => {
    const answer = await system.get(path);
    expect([answer.status, answer.body]).toEqual([status, failure({ code })]);
  });

  test("a wrong method is 405 without code", async () => {
    const answer = await system.app.request("/api/demo/invoices", {
      method: "PUT",
      headers: { authorization: `Bearer ${system.keys.keys.test}` },
    });
    expect([answer.status, await answer.json()]).toEqual([405, failure({})]);
  });

  test("[R19] a PDF that is not ready yet is 409 PDF_NOT_READY", async () => {
    const issued = await system.post(invoiceB());
    const answer = await system.get(`/invoices/${issued.body.result.id}/pdf`);
    expect([answer.status, answer.body]).toEqual([409, failure({ code: "PDF_NOT_READY" })]);
  });
});

test("too many requests with one key get 429 with Retry-After and without code", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "2" });
  const answers = [await limited.get("/invoices"), await limited.get("/invoices"), await limited.get("/invoices")];
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 429]);
  expect(answers[2]?.body).toEqual(failure({}));
  expect(Number(answers[2]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await limited.get("/invoices", { key: limited.keys.keys.production })).status).toBe(200);
});
