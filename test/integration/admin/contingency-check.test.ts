import { expect, test } from "vitest";
import { checkContingency } from "../../../api/admin/doctor/contingency-check.js";
import { countContingencies } from "../../../shared/db/contingency/open-work.js";
import { beginByHand, endByHand } from "../../../shared/db/contingency/turn-contingency.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { addSubstitute, beginContingency, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";

const api = await openForFile(openIssuingApp);
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const tenant: Tenant = { companyId, production: false };

test("the doctor tells of a contingency begun by hand as long as it lasts", async () => {
  const check = () => checkContingency(api.db, "demo", tenant, Date.now());
  await api.db.$transaction((tx) => beginByHand(tx, tenant, "works on the line"));
  expect(await check()).toMatchObject({
    detail: expect.stringMatching(/begun by hand lasts since \S+Z \(works on the line\)/),
  });
  await api.db.$transaction((tx) => endByHand(tx, tenant));
  expect(await check()).toBeUndefined();
});

test("the doctor says what a contingency would lack, and what of one is not reported; the metrics count it", async () => {
  const nowMs = Date.now();
  const check = () => checkContingency(api.db, "demo", tenant, nowMs);
  expect(await check()).toBeUndefined();

  await addSubstitute(api.db, tenant, { posNumber: 1, substitute: 9, types: [6] });
  // The next fortnight may begin tomorrow.
  await api.db.$executeRaw`
    INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by, granted_at)
    SELECT company_id, production, 209901, 1, '21457896541237', to_char(to_date(valid_to, 'YYYYMMDD') + 1, 'YYYYMMDD'), '20991231', '20991231', now() FROM caea`;
  expect(await check()).toMatchObject({ ok: true, name: "contingency (homologation)" });
  const { companyId } = tenant;
  await api.db
    .$executeRaw`UPDATE caea SET code = NULL, report_by = NULL, problem = '{"detail": "15003: no point of sale"}' WHERE company_id = ${companyId}`;
  expect(await check()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^no code for the fortnight of \d+.*: 15003/),
  });
  await api.db
    .$executeRaw`UPDATE caea SET code = '21457896541236', report_by = '20991231' WHERE company_id = ${companyId}`;
  await api.db.sequence.updateMany({ where: { ...tenant, posNumber: 9 }, data: { unverified: true } });
  expect(await check()).toMatchObject({
    ok: false,
    fix: "npm run -s admin -- contingency verify --company demo --env homologation",
  });
  await api.db.sequence.updateMany({
    where: { ...tenant, posNumber: 9 },
    data: { unverified: false, lastNumber: null },
  });
  expect(await check()).toMatchObject({ ok: false, detail: "the last numbers of point of sale 9 are not known" });
  await api.db.sequence.updateMany({ where: { ...tenant, posNumber: 9 }, data: { lastNumber: 0 } });

  await beginContingency(api.db, tenant);
  api.fate = movedFate;
  expect((await api.post(invoiceB())).status).toBe(201);
  expect(await check()).toMatchObject({
    ok: true,
    detail: expect.stringMatching(/1 vouchers are to be reported until 20991231/),
  });
  await api.db.$executeRaw`UPDATE caea SET report_by = '20200101'`;
  expect(await check()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^1 vouchers are to be reported until 20200101;/),
  });
  await api.db.caeaReport.updateMany({ data: { state: "rejected" } });
  expect(await check()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/^1 of 1 vouchers to report were refused;/),
  });
  expect(await countContingencies(api.db)).toEqual([
    { production: false, active: 1, rejected: 1 },
    { production: true, active: 0, rejected: 0 },
  ]);
});
