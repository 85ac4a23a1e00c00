import { expect, test } from "vitest";
import { issuanceQueue } from "../../../../shared/queues/issuance.js";
import { issuerRequestQueue } from "../../../../shared/queues/issuer-requests.js";
import { mailQueue } from "../../../../shared/queues/mail.js";
import { pdfQueue } from "../../../../shared/queues/pdf.js";

const sequence = { companyId: 1, production: false, posNumber: 3, voucherType: 6 };
const wake = { sequence, issuance: { id: 7, revision: 2 }, requestId: "r" };
const print = { voucherId: 7, versions: [1, 1, 3], requestId: "r" };

test("the data of our own jobs is read as it was written", () => {
  expect(issuanceQueue.data.parse(wake)).toEqual(wake);
  expect(issuanceQueue.data.parse({ ...wake, issuance: null })).toEqual({ ...wake, issuance: null });
  expect(pdfQueue.data.parse(print)).toEqual(print);
  expect(mailQueue.data.parse({ recipientId: 7, requestId: "" })).toEqual({ recipientId: 7, requestId: "" });
});

test.each([
  [issuanceQueue, { ...wake, sequence: { ...sequence, companyId: 2 ** 31 } }],
  [issuanceQueue, { ...wake, sequence: { ...sequence, companyId: -1 } }],
  [issuanceQueue, { ...wake, sequence: { ...sequence, companyId: Number.NaN } }],
  [issuanceQueue, { ...wake, sequence: { ...sequence, posNumber: 100_000 } }],
  [issuanceQueue, { ...wake, sequence: { ...sequence, voucherType: "__proto__" } }],
  [issuanceQueue, { ...wake, issuance: { id: 1e300, revision: 1 } }],
  [pdfQueue, { ...print, versions: [1, 2, 3, 1] }],
  [pdfQueue, { ...print, versions: ["../1"] }],
  [pdfQueue, { ...print, voucherId: 2 ** 53 }],
  [mailQueue, { recipientId: 0, requestId: "r" }],
  [issuerRequestQueue, { id: "__proto__" }],
])("data that no process of ours writes is refused: %#", (queue, data) => {
  expect(queue.data.safeParse(data).success).toBe(false);
});

test("nothing but the id of a question is read from its job", () => {
  const id = "00000000-0000-4000-8000-000000000000";
  expect(issuerRequestQueue.data.parse({ id, companyId: 1, production: true, ask: { kind: "decide" } })).toEqual({
    id,
  });
});

test("a request id is bounded and has no character that ours cannot have", () => {
  const requestId = `line\nfeed \u001b[31m${"x".repeat(1_000_000)}`;
  const { requestId: read } = mailQueue.data.parse({ recipientId: 1, requestId });
  expect(read).toMatch(/^linefeed31mx+$/);
  expect(read.length).toBeLessThanOrEqual(64);
});

test("a trace is bounded, and what can be none keeps no job from its work", () => {
  const trace = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  expect(issuanceQueue.data.parse({ ...wake, trace })).toEqual({ ...wake, trace });
  for (const forged of ["x".repeat(1_000_000), 7, null, { toString: "x" }])
    for (const [queue, data] of [
      [issuanceQueue, wake],
      [pdfQueue, print],
    ] as const)
      expect(queue.data.parse({ ...data, trace: forged })).toEqual(data);
});
