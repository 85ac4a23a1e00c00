import { expect, test } from "vitest";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

// Source: api/README.md, "Limits".

const ofLines = (count: number) => {
  const [item] = invoiceB().items;
  return invoiceB({ items: Array.from({ length: count }, () => item) });
};

test("a preview counts for the limits by its lines: one request for each twenty", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "54", COMPANY_RATE_LIMIT_PER_MINUTE: "100" });
  const preview = async (lines: number) => {
    const { status, headers } = await limited.postTo("/invoices/preview", ofLines(lines));
    return [status, Number(headers.get("ratelimit-remaining"))];
  };
  expect(await preview(1)).toEqual([200, 53]);
  expect(await preview(20)).toEqual([200, 52]);
  expect(await preview(21)).toEqual([200, 50]);
  expect(await preview(1_000)).toEqual([200, 0]);
  expect(await preview(1)).toEqual([429, 0]);
  const production = { key: limited.keys.keys.production };
  expect((await limited.postTo("/invoices/preview", ofLines(1_000), production)).status).toBe(200);
});

test("an issuance of many lines counts as one request", async () => {
  await using limited = await openIssuingApp({ RATE_LIMIT_PER_MINUTE: "2" });
  expect((await limited.post(ofLines(1_000))).status).toBe(201);
  expect((await limited.get("/invoices")).status).toBe(200);
});

test("a company has ten previews in progress, and takes none from another one", async () => {
  let reading = 0;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await using base = await openIssuingApp();
  const { eligibility } = base.deps;
  Object.assign(base.deps, {
    eligibility: {
      ...eligibility,
      read: async (...given: Parameters<typeof eligibility.read>) => {
        reading++;
        await held;
        return eligibility.read(...given);
      },
    },
  });
  const mono = { company: "mono", key: base.keys.mono.keys.test };
  const previews = Array.from({ length: 10 }, () => base.postTo("/invoices/preview", ofLines(1)));
  const others = base.postTo("/invoices/preview", invoiceB({ voucherType: 11 }), mono);
  await expect.poll(() => reading).toBe(11);
  const refused = await base.postTo("/invoices/preview", ofLines(1));
  expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
    429,
    "1",
    { ok: false, error: "Too many requests at once: this company has 10 previews in progress." },
  ]);
  goOn();
  expect((await Promise.all([...previews, others])).map(({ status }) => status)).toEqual(Array(11).fill(200));
});
