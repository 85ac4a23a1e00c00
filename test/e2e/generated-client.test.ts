import { expect, test } from "vitest";
import { runWithGeneratedClient } from "../support/contract/generated-client.js";
import { startSystem } from "../support/processes/system.js";
import { today } from "../support/samples/invoice.js";
import { installTools } from "../support/test-tools.js";

/** What a client's author writes. A line below `@ts-expect-error` must not compile: the types know better. */
const program = `
import { defaults, listInvoices, type IssuanceRequest, createApiKey, issueInvoice } from "./client.js";

defaults.baseUrl = process.env.BASE_URL ?? "";
defaults.headers = { authorization: "Bearer " + process.env.KEY };

const sale: IssuanceRequest = {
  idempotency: "generated-1",
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: process.env.TODAY ?? "",
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
};

/** What a till does with an answer. */
async function issue(body: IssuanceRequest): Promise<string> {
  const answer = await issueInvoice("demo", body);
  switch (answer.status) {
    case 201:
    case 200:
      return answer.data.result.cae + (answer.data.result.idempotencyHit ? " again" : " new");
    case 400:
      return answer.data.details?.errors.map(({ field }) => field).join() ?? answer.data.error;
    case 409:
      // @ts-expect-error a 409 of an issuance is never this
      if (answer.data.code === "PDF_NOT_READY") return "no";
      return answer.data.code === "TAXAUTH_UNCONFIRMED" ? "send it again" : "use another key";
    case 422:
      return answer.data.details.map(({ code }) => code).join();
    case 429: {
      const { code, details } = answer.data;
      if (code === "VOUCHER_LOCK_TIMEOUT" && details && "retryAfterMs" in details) return "in " + details.retryAfterMs;
      return code === "SUBSCRIPTION_QUOTA_EXCEEDED" ? "used up" : "slower";
    }
    case 401:
      // @ts-expect-error a 401 has no code
      return answer.data.code ?? answer.data.error;
    default:
      return answer.data.error;
  }
}

const issued = await issue(sale);
// An optional field can be left out.
const key = await createApiKey("demo", { name: "generated" });
// @ts-expect-error a point of sale is a number
const wrong: Parameters<typeof listInvoices>[1] = { posIn: ["1"] };
const listed = await listInvoices("demo", {
  dateGte: sale.voucherDate,
  posIn: [1, 2],
  totalGt: 7000.5,
  ordering: ["-created", "id"],
  limit: 10,
});
const none = await listInvoices("demo", { totalGt: 7001, idempotencyIn: ["generated-1", "other"] });
const large = [{ description: "Yerba mate", quantity: 1, price: 20_000_000, taxType: 5 }];
const told = {
  issued,
  key: key.status === 201 && key.data.result.scopes,
  listed: listed.status === 200 && [listed.data.total, listed.data.result[0]?.totalAmount, listed.data.warnings],
  none: none.status === 200 && [none.data.total, none.data.warnings],
  replayed: await issue(sale),
  otherPlace: await issue({ ...sale, posNumber: 2 }),
  faulty: await issue({ ...sale, posNumber: 0, items: [] }),
  refused: await issue({ ...sale, idempotency: "generated-2", items: large }),
  stranger: await ((defaults.headers = {}), issue(sale)),
};
console.log(JSON.stringify(told));
`;

test("[D4] a client generated from the served document compiles, issues, lists with operators and narrows failures", async ({
  skip,
}) => {
  skip(!(await installTools()), "the package registry cannot be reached, so there is no generator");
  await using system = await startSystem({ processes: ["api", "issuer"] });
  const printed = await runWithGeneratedClient(`${system.originOf("api")}/openapi.json`, program, {
    BASE_URL: system.baseUrl,
    KEY: system.keys.keys.test,
    TODAY: today(),
  });
  expect(JSON.parse(printed)).toEqual({
    issued: expect.stringMatching(/^\d{14} new$/),
    key: ["read", "issue", "configure"],
    listed: [1, "7001.00", null],
    none: [0, null],
    replayed: expect.stringMatching(/^\d{14} again$/),
    otherPlace: "use another key",
    faulty: "posNumber,items",
    refused: "10015",
    stranger: expect.stringContaining("Authorization header is missing"),
  });
});
