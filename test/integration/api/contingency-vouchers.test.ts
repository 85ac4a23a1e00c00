import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, openIssuingApp } from "../../support/processes/issuing-app.js";
import { addSubstitute, beginContingency, heldCode, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

const api = await openForFile(openIssuingApp);
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const tenant: Tenant = { companyId, production: false };
beforeAll(async () => {
  await addSubstitute(api.db, tenant, { posNumber: 1, substitute: 9, types: [6, 8] });
  await beginContingency(api.db, tenant);
});
beforeEach(() => {
  api.fate = movedFate;
});

const rowOf = async (id: number) => (await api.get(`/invoices/${id}`)).body.result;
const noDirectIssue = "point of sale 9 is one of CAEA: vouchers get there by substitution";

test("[C3] a voucher of a contingency is answered with its own point of sale and code, and a replay answers the same", async () => {
  const body = invoiceB();
  const issued = await api.post(body);
  expect([issued.status, issued.body.result]).toEqual([
    201,
    {
      ...{ id: expect.any(Number), voucherNumber: expect.any(Number), cae: heldCode, totalAmount: 100 },
      ...{ authorization: "CAEA", posNumber: 9, taxAuthObservations: null, idempotencyHit: false },
    },
  ]);
  const replay = await api.post(body);
  expect([replay.status, replay.body.result]).toEqual([200, { ...issued.body.result, idempotencyHit: true }]);

  const elsewhere = await api.post({ ...body, posNumber: 2 });
  expect([elsewhere.status, elsewhere.body.error]).toEqual([
    409,
    `The idempotency key already belongs to voucher 9-6-${issued.body.result.voucherNumber}; this request is for 2-6. Use a new key.`,
  ]);
  const preview = await api.postTo("/invoices/preview", body);
  expect(preview.body.result).toMatchObject({ problems: [], notes: [{ code: "IDEMPOTENCY_HIT" }] });
});

test("[C3] other vouchers are answered as ever, and their rows have no report", async () => {
  api.fate = approvedFate;
  const { body } = await api.post(invoiceB({ posNumber: 2, contingency: "never" }));
  expect(Object.keys(body.result)).not.toEqual(expect.arrayContaining(["authorization"]));
  expect(Object.keys(body.result)).not.toEqual(expect.arrayContaining(["posNumber"]));
  const row = await rowOf(body.result.id);
  expect(row.authorization).toBe("CAE");
  expect([row.reported, row.reportErrors]).toEqual([undefined, undefined]);
});

test("[C3 C6] the row of a voucher under CAEA tells when it was reported, or why not", async () => {
  const { id } = (await api.post(invoiceB())).body.result;
  const told = async () => {
    const { authorization, posNumber, cae, reported, reportErrors } = await rowOf(id);
    const [listed] = (await api.get(`/invoices?id=${id}`)).body.result;
    expect(listed).toMatchObject({ authorization, posNumber, cae, reported, reportErrors });
    return { authorization, posNumber, cae, reported, reportErrors };
  };
  const fields = { authorization: "CAEA", posNumber: 9, cae: heldCode };
  expect(await told()).toEqual({ ...fields, reported: null, reportErrors: [] });

  const errors = [{ code: 1443, msg: "Campo 'inválido' \"ImpNeto\"" }];
  const caeaReport = { where: { voucherId: id } };
  await api.db.caeaReport.update({ ...caeaReport, data: { state: "rejected", errors } });
  expect(await told()).toEqual({ ...fields, reported: null, reportErrors: errors });

  const reportedAt = new Date("2026-11-21T18:03:11.100Z");
  await api.db.caeaReport.update({ ...caeaReport, data: { state: "reported", reportedAt } });
  expect(await told()).toEqual({ ...fields, reported: "2026-11-21T18:03:11.100Z", reportErrors: [] });
});

test("[C3 C6] an imported voucher under CAEA was reported before it was imported", async () => {
  const imported = importedVoucher({ id: 900_001, companyId: tenant.companyId, pos: 40, type: 6, caea: true });
  await storeVouchers(api.db, [imported]);
  const { created: reported } = imported;
  expect(await rowOf(900_001)).toMatchObject({ authorization: "CAEA", reported, reportErrors: [] });
  const [listed] = (await api.get("/invoices?id=900001")).body.result;
  expect(listed).toMatchObject({ reported });
  const again = await api.postTo("/invoices/900001/report", undefined);
  expect(again.body.result).toEqual({ id: 900_001, state: "reported", reported, reportErrors: [] });
});

test("[C2] nothing is issued at a point of sale of CAEA directly", async () => {
  const issued = await api.post(invoiceB({ posNumber: 9 }));
  expect([issued.status, issued.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(issued.body.details.errors).toEqual([{ field: "posNumber", message: expect.stringContaining(noDirectIssue) }]);

  const batch = await api.postTo("/batches", { invoices: [invoiceB({ posNumber: 9 })] });
  expect([batch.status, batch.body.details.errors]).toEqual([
    400,
    [{ field: "invoices.0.posNumber", message: expect.stringContaining(noDirectIssue) }],
  ]);
  const preview = await api.postTo("/invoices/preview", invoiceB({ posNumber: 9 }));
  expect(preview.body.result.problems).toContainEqual({
    field: "posNumber",
    code: "VALIDATION_ERROR",
    message: expect.stringContaining(noDirectIssue),
  });
});

test("[C4] a credit note of such a voucher goes by default to the point of sale that it stood in for, and may move as well", async () => {
  const { id, voucherNumber } = (await api.post(invoiceB())).body.result;
  const items = [{ description: "Yerba mate 1 kg", quantity: 1, price: 40, taxType: 5 }];
  const credit = (idempotency: string, over: object = {}) =>
    api.postTo(`/invoices/${id}/credit-notes`, { idempotency, items, ...over });

  const moved = await credit("moved-credit");
  expect([moved.status, moved.body.result]).toMatchObject([201, { authorization: "CAEA", posNumber: 9 }]);
  const replay = await credit("moved-credit");
  expect([replay.status, replay.body.result.id]).toEqual([200, moved.body.result.id]);

  api.fate = approvedFate;
  const back = await credit("usual-credit");
  expect(back.status).toBe(201);
  expect(await rowOf(back.body.result.id)).toMatchObject({
    posNumber: 1,
    authorization: "CAE",
    associatedVouchers: [{ voucherType: 6, posNumber: 9, voucherNumber }],
  });
  expect(await rowOf(id)).toMatchObject({ creditedAmount: "80.00", notes: [{ posNumber: 9 }, { posNumber: 1 }] });
  expect((await credit("direct-credit", { posNumber: 9 })).body.details.errors[0].field).toBe("posNumber");
});

test("a batch names the voucher's own point of sale when its key has one of another type", async () => {
  const body = invoiceB();
  const { voucherNumber } = (await api.post(body)).body.result;
  const batch = await api.postTo("/batches", { invoices: [{ ...body, posNumber: 2 }] });
  expect(batch.status).toBe(202);
  const { result } = (await api.get(`/batches/${batch.body.result.id}/results`)).body;
  expect(result).toMatchObject([{ state: "failed", error: expect.stringContaining(`voucher 9-6-${voucherNumber};`) }]);
});
