import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Client, createClient, TalonarioError } from "../../../../api/client/src/client.js";
import { type Act, startScriptedApi } from "../../../support/servers/scripted-api.js";

// The least pause of all that may be drawn: none.
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

const sale = {
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: "20261124",
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "Yerba mate", quantity: 1, price: 121, taxType: 5 }],
} as const;
const body = { ...sale, items: [...sale.items] };

const fail = (status: number, code?: string, more: object = {}): Act => ({
  status,
  body: { ok: false, error: `${code ?? status}`, ...(code && { code }), ...more },
});

/** Calls a server that does these acts, and gives what came of it. */
async function callApi(acts: Act[], run: (client: Client) => Promise<unknown>, settings = {}) {
  await using api = await startScriptedApi(...acts);
  const client = createClient({ baseUrl: api.baseUrl, company: "demo", key: "TEST_key", ...settings });
  const outcome = await run(client).then(
    (answer) => ({ answer, error: undefined }),
    (error: TalonarioError) => ({ answer: undefined, error }),
  );
  return { ...outcome, calls: api.calls };
}

const issue = (client: Client) => client.invoices.issue(body);
const createWebhook = (client: Client) => client.webhooks.create({ url: "https://shop.example.com" });
const getInvoice = (client: Client) => client.invoices.get(7);

const done: Act = { body: { ok: true, result: { cae: "1" } } };

describe("a failure is followed by another attempt where that can help and does no harm", () => {
  const everywhere: [string, Act][] = [["429 without code", fail(429)]];
  const whereSafe: [string, Act][] = [
    ["a connection that is reset", "reset"],
    ["408", fail(408)],
    ["409 TAXAUTH_UNCONFIRMED", fail(409, "TAXAUTH_UNCONFIRMED")],
    ["500", fail(500)],
    [
      "502 TAXAUTH_CONNECTION_ERROR with Retry-After",
      {
        status: 502,
        headers: { "Retry-After": "0" },
        body: { ok: false, error: "away", code: "TAXAUTH_CONNECTION_ERROR" },
      },
    ],
    ["502 of a proxy", { status: 502, body: "<h1>Bad Gateway</h1>" }],
    ["503 of a proxy", { status: 503, body: "" }],
    ["504", fail(504)],
    ["a page in place of an answer", { body: "<h1>Welcome to the hotel's network</h1>" }],
  ];
  const nowhere: [string, Act][] = [
    ["400 VALIDATION_ERROR", fail(400, "VALIDATION_ERROR")],
    ["401", fail(401)],
    ["402 SUBSCRIPTION_EXPIRED", fail(402, "SUBSCRIPTION_EXPIRED")],
    ["404 NOT_FOUND", fail(404, "NOT_FOUND")],
    ["409 VALIDATION_ERROR", fail(409, "VALIDATION_ERROR")],
    ["413", fail(413)],
    ["422 TAXAUTH_ERROR", fail(422, "TAXAUTH_ERROR")],
    ["429 SUBSCRIPTION_QUOTA_EXCEEDED", fail(429, "SUBSCRIPTION_QUOTA_EXCEEDED")],
    ["502 TAXAUTH_CONNECTION_ERROR without Retry-After", fail(502, "TAXAUTH_CONNECTION_ERROR")],
    ["a redirect", { status: 307, headers: { Location: "/elsewhere" } }],
  ];

  test.each([...everywhere, ...whereSafe])("[E5] issuing: %s", async (_, act) => {
    const { answer, calls } = await callApi([act, done], issue);
    expect(answer).toMatchObject({ ok: true });
    expect(calls).toHaveLength(2);
    // The same body with the same key, under the same id.
    expect(calls[1]?.body).toBe(calls[0]?.body);
    expect(calls[1]?.headers["x-request-id"]).toBe(calls[0]?.headers["x-request-id"]);
  });
  test.each([...everywhere, ...whereSafe])("reading: %s", async (_, act) => {
    expect((await callApi([act, done], getInvoice)).calls).toHaveLength(2);
  });
  test.each(everywhere)("a change: %s", async (_, act) => {
    expect((await callApi([act, done], createWebhook)).calls).toHaveLength(2);
  });

  test.each(whereSafe)("but not a change that may be done already: %s", async (_, act) => {
    const { error, calls } = await callApi([act, done], createWebhook);
    expect(error).toBeInstanceOf(TalonarioError);
    expect(error?.canRetry).toBe(false);
    expect(calls).toHaveLength(1);
  });
  test.each(nowhere)("and nothing: %s", async (_, act) => {
    for (const run of [issue, getInvoice, createWebhook]) {
      const { error, calls } = await callApi([act, done], run);
      expect(error).toMatchObject({ name: "TalonarioError", canRetry: false, attempts: 1 });
      expect(calls).toHaveLength(1);
    }
  });

  test("a 202 is an answer: what it accepted is not sent again", async () => {
    const accepted: Act = { status: 202, body: { ok: true, result: { id: 7, remaining: 4 } } };
    const { answer, calls } = await callApi([accepted], (client) => client.invoices.printAgain(7));
    expect(answer).toMatchObject({ result: { remaining: 4 } });
    expect(calls).toHaveLength(1);
  });
});

describe("the key of an issuance", () => {
  test("is the caller's, or made once, and stands in the error", async () => {
    const own = await callApi([fail(422, "TAXAUTH_ERROR")], (client) =>
      client.invoices.issue({ ...body, idempotency: "sale-1" }),
    );
    expect(JSON.parse(own.calls[0]?.body ?? "").idempotency).toBe("sale-1");
    expect(own.error?.idempotency).toBe("sale-1");

    for (const none of [{}, { idempotency: undefined }]) {
      const made = await callApi(["reset", fail(422, "TAXAUTH_ERROR")], (client) => client.invoices.credit(7, none));
      const sent = made.calls.map((one) => JSON.parse(one.body).idempotency);
      expect(sent).toEqual([expect.stringMatching(/^[\w-]{36}$/), sent[0]]);
      expect(made.error).toMatchObject({ idempotency: sent[0], attempts: 2 });
    }
  });

  test("stands in the error when nothing is known", async () => {
    const { error } = await callApi(["hang"], issue, { deadlineMs: 60 });
    expect(error).toMatchObject({ code: "NO_ANSWER", status: undefined, canRetry: true });
    expect(error?.idempotency).toMatch(/^[\w-]{36}$/);
    expect(error?.requestId).toMatch(/^[\w-]{36}$/);
  });
});

describe("the end of a call", () => {
  test("an attempt that gets no answer is given up, and another follows", async () => {
    const { answer, calls } = await callApi(["hang", done], issue, { attemptMs: 200 });
    expect(answer).toMatchObject({ ok: true });
    expect(calls).toHaveLength(2);
  });
  test("a pause that would end after the deadline is not begun", async () => {
    const later = {
      status: 429,
      headers: { "Retry-After": "3600" },
      body: { ok: false, error: "Wait", code: "QUOTA_EXCEEDED" },
    };
    const { error, calls } = await callApi([later], (client) => client.invoices.printAgain(7));
    expect(error).toMatchObject({ code: "QUOTA_EXCEEDED", canRetry: true, retryAfterMs: 3_600_000 });
    expect(calls).toHaveLength(1);
  });
  test.each([
    ["before it begins", [done], AbortSignal.abort(new Error("closed"))],
    ["while it waits for an answer", ["hang" as const], AbortSignal.timeout(50)],
    ["during a pause", [{ ...(fail(429) as object), headers: { "Retry-After": "60" } }], AbortSignal.timeout(50)],
  ])("a signal ends it %s", async (_, acts, signal) => {
    const { error } = await callApi(acts, (client) => client.invoices.issue(body, { signal }));
    expect(error).toMatchObject({ code: "ABORTED", cause: signal.reason, idempotency: expect.any(String) });
  });
});

describe("a request", () => {
  test("carries key, id, preference and query as the API reads them", async () => {
    const { calls } = await callApi([{ body: { ok: true, total: 0, result: [] } }], (client) =>
      client.invoices.list(
        { pos__in: [1, 2], ordering: ["-created", "id"], externalReference: "a&b", cae: undefined },
        { strict: true, requestId: "mine-1" },
      ),
    );
    expect(calls[0]).toMatchObject({
      method: "GET",
      url: "/api/demo/invoices?pos__in=1%2C2&ordering=-created%2Cid&externalReference=a%26b",
      headers: { authorization: "Bearer TEST_key", prefer: "handling=strict", "x-request-id": "mine-1" },
      body: "",
    });
  });
  test("leads nowhere else by its values, and never says null for a number that is none", async () => {
    const encoded = await callApi([done], (client) => client.taxauth.quotation("../x?y"));
    expect(encoded.calls[0]?.url).toBe("/api/demo/taxauth/quotation/..%2Fx%3Fy");
    for (const run of [
      (client: Client) => client.taxauth.quotation(".."),
      (client: Client) => client.taxauth.taxpayer(""),
      (client: Client) => client.invoices.issue({ ...body, items: [{ ...sale.items[0], discount: Number.NaN }] }),
    ]) {
      const { error, calls } = await callApi([done], run);
      expect(error).toBeInstanceOf(TypeError);
      expect(calls).toEqual([]);
    }
  });
});

test("an error has the faults of the body, or the reasons of the authority", async () => {
  const errors = [{ field: "items.0.price", message: "must be a number" }];
  const invalid = await callApi([fail(400, "VALIDATION_ERROR", { details: { errors } })], issue);
  expect(invalid.error?.faults).toEqual(errors);
  const refused = await callApi([fail(422, "TAXAUTH_ERROR", { details: [{ code: 10015, msg: "DocNro" }] })], issue);
  expect(refused.error?.faults).toEqual([{ field: null, message: "DocNro", code: 10015 }]);
  const proxy = await callApi([{ status: 403, headers: { "X-Request-Id": "theirs" }, body: "<h1>No</h1>" }], issue);
  expect(proxy.error).toMatchObject({ status: 403, code: undefined, faults: [], requestId: "theirs" });
});
