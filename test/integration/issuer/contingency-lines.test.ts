import { expect, test } from "vitest";
import { openContingency } from "../../../issuer/contingency/open-contingency.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { createLog } from "../../../shared/logging/log.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const api = await openForFile(openIssuingApp);
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const tenant: Tenant = { companyId, production: false };

test("what waits is woken as soon as a contingency begins or ends, whoever turned it", async () => {
  let woken: unknown[] = [];
  const sent: Promise<unknown>[] = [];
  const { round } = openContingency({
    db: api.db,
    access: { open: () => Promise.reject(new Error("not asked")) },
    log: createLog("test", "silent"),
    afterMs: 60_000,
    wake: async (sequence) => void woken.push(sequence),
    send: (written) => void sent.push(written),
  });
  const wokenBy = async () => {
    woken = [];
    await round();
    await Promise.all(sent.splice(0));
    return woken;
  };
  api.fate = async () => {
    throw new Error("it goes on waiting");
  };
  expect((await api.post(invoiceB())).status).toBe(500);
  const line = { ...tenant, posNumber: 1, voucherType: 6 };

  expect(await wokenBy()).toEqual([]);
  await api.db.$transaction((tx) => beginByHand(tx, tenant, "test"));
  expect(await wokenBy()).toEqual([line]);
  expect(await wokenBy()).toEqual([]);
  await api.db.$transaction((tx) => endByHand(tx, tenant));
  expect(await wokenBy()).toEqual([line]);
  expect(await wokenBy()).toEqual([]);
});
