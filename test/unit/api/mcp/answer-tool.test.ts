import { expect, test } from "vitest";
import { toToolError } from "../../../../api/mcp/answer-tool.js";
import { codesOf } from "../../../../api/schemas/failures.js";

const nextOf = (status: number, code?: string): string =>
  (toToolError(status, { error: "why", code }).structuredContent as { next: string }).next;

const statuses = [400, 402, 404, 409, 422, 429, 502];
const coded = statuses.flatMap((status) =>
  codesOf(status, [
    "VALIDATION_ERROR",
    "TAXAUTH_UNCONFIRMED",
    "PDF_NOT_READY",
    "VOUCHER_LOCK_TIMEOUT",
    "SUBSCRIPTION_QUOTA_EXCEEDED",
    "QUOTA_EXCEEDED",
  ]).map((code) => ({ status, code })),
);

test("every code of the API has its own word on what to do", () => {
  expect(coded.length).toBeGreaterThan(10);
  const words = coded.map(({ status, code }) => nextOf(status, code));
  expect(new Set(words).size).toBe(words.length);
  expect(words).not.toContain(nextOf(500));
});

test("what may have issued is called again with the same key, and what cannot succeed is not", () => {
  const again = [
    { status: 409, code: "TAXAUTH_UNCONFIRMED" },
    { status: 429, code: "VOUCHER_LOCK_TIMEOUT" },
    { status: 502, code: "TAXAUTH_CONNECTION_ERROR" },
    { status: 500 },
    { status: 504 },
  ];
  for (const { status, code } of again)
    expect([status, nextOf(status, code)]).toEqual([status, expect.stringContaining("and the same idempotency")]);
  const stop = [
    { status: 401 },
    { status: 402, code: "SUBSCRIPTION_EXPIRED" },
    { status: 429, code: "SUBSCRIPTION_QUOTA_EXCEEDED" },
  ];
  for (const { status, code } of stop)
    expect([status, nextOf(status, code)]).toEqual([status, expect.stringMatching(/^Stop/)]);
});

test("a key of another voucher is no reason to take a new one unseen", () => {
  expect(nextOf(409, "VALIDATION_ERROR")).toContain("Look at that voucher");
  expect(nextOf(409, "VALIDATION_ERROR")).toContain("ask the person before");
});

test("the text alone says which fields, which codes of the authority, how long to wait, and what to do", () => {
  const textOf = (...refusal: Parameters<typeof toToolError>) => toToolError(...refusal).content;
  const errors = [
    { field: "items.0.price", message: "must be at least 0" },
    { field: null, message: "is too deep" },
  ];
  expect(textOf(400, { error: "two faults", code: "VALIDATION_ERROR", details: { errors } })).toEqual([
    {
      type: "text",
      text: expect.stringMatching(
        /^VALIDATION_ERROR: two faults\n- items\.0\.price: must be at least 0\n- arguments: is too deep\nWhat to do: /,
      ),
    },
  ]);
  const details = [{ code: 10015, msg: "El documento no es válido" }];
  expect(textOf(422, { error: "refused", code: "TAXAUTH_ERROR", details })).toEqual([
    { type: "text", text: expect.stringContaining("\n- 10015: El documento no es válido\nWhat to do: ") },
  ]);
  expect(textOf(429, { error: "too many" }, "7")).toEqual([
    { type: "text", text: expect.stringMatching(/^HTTP 429: too many\nWhat to do: .* Wait 7 seconds\.$/) },
  ]);
});

test("who asks in Spanish is told in Spanish what to do", () => {
  const textOf = (...refusal: Parameters<typeof toToolError>) =>
    (toToolError(...refusal).content[0] as { text: string }).text;
  expect(textOf(429, { error: "Hiciste demasiados pedidos." }, "7", "es")).toBe(
    "HTTP 429: Hiciste demasiados pedidos.\nQué hacer: No se hizo nada. Volvé a llamar más tarde con los mismos argumentos. Esperá 7 segundos.",
  );
  for (const { status, code } of coded)
    expect(textOf(status, { error: "Por qué.", code }, null, "es")).not.toMatch(/\b(the|again|what|nothing)\b/i);
});
