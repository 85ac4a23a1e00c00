import { beforeEach, expect, test } from "vitest";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { openAdminApp } from "../../support/processes/admin-app.js";
import { approvedFate } from "../../support/processes/issuing-app.js";
import { addSubstitute, heldCode, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";

const api = await openForFile(() => openAdminApp({}, { now: () => Date.parse("2026-11-23T15:00:00Z") }));
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const tenant: Tenant = { companyId, production: false };
beforeEach(async () => {
  api.fate = movedFate;
  await api.call("POST", "/contingency", { body: { active: false } });
});

const idle = { active: false, since: null, reason: null };
const get = async () => (await api.call("GET", "/contingency")).body.result;
const turn = (body: object, headers = {}) => api.call("POST", "/contingency", { body, headers });
const begin = (reason = "the line is cut") => turn({ active: true, reason });

test("[C5] without a substitute nothing stands in, and no contingency can begin", async () => {
  expect(await get()).toEqual({
    ...idle,
    ...{ code: null, from: null, to: null, reportBy: null, unreported: 0, rejected: 0, pointsOfSale: [] },
  });
  const answer = await begin();
  expect([answer.status, answer.body.code, answer.body.details.errors]).toEqual([
    400,
    "VALIDATION_ERROR",
    [{ field: "active", message: expect.stringContaining("set the contingencyPos") }],
  ]);
  expect(await get()).toMatchObject(idle);
});

test.each([
  [{}, "active"],
  [{ active: "yes", reason: "x" }, "active"],
  [{ active: true }, "reason"],
  [{ active: true, reason: "" }, "reason"],
  [{ active: true, reason: "x".repeat(301) }, "reason"],
])("[C5] %j is refused at %s", async (body, field) => {
  const answer = await turn(body);
  expect([answer.status, answer.body.details.errors]).toEqual([400, [{ field, message: expect.any(String) }]]);
});

test("[C5] a contingency is begun and ended by hand, once each, and both are audited", async () => {
  await addSubstitute(api.db, tenant, { posNumber: 1, substitute: 9, types: [6, 8] });
  const begun = await begin();
  expect([begun.status, begun.body.result]).toEqual([
    200,
    {
      ...{ active: true, since: expect.stringMatching(/Z$/), reason: "the line is cut", code: heldCode },
      ...{ from: "20261116", to: "20261130", reportBy: "20991231", unreported: 0, rejected: 0 },
      pointsOfSale: [
        {
          number: 9,
          sequences: [
            { voucherType: 6, lastNumber: 0, lastReported: 0 },
            { voucherType: 8, lastNumber: 0, lastReported: 0 },
          ],
        },
      ],
    },
  ]);
  expect(await get()).toEqual(begun.body.result);
  expect((await begin("again")).body).toEqual(begun.body);
  const ended = await turn({ active: false });
  expect([ended.status, ended.body.result]).toMatchObject([200, idle]);
  expect((await turn({ active: false })).body).toEqual(ended.body);

  const { since, reason } = begun.body.result;
  const entry = { resourceId: "homologation", production: false, actorType: "apikey", before: null };
  expect(await api.audit("contingency.start")).toMatchObject([{ ...entry, after: { active: true, since, reason } }]);
  expect(await api.audit("contingency.end")).toMatchObject([{ ...entry, after: { active: false, since, reason } }]);
});

test("[C5] who begins one that lasts by itself takes it over, and may end it", async () => {
  const began = new Date("2026-11-23T14:00:00.000Z");
  await api.db.contingency.updateMany({
    where: tenant,
    data: { activeSince: began, isManual: false, reason: "no answer" },
  });
  const taken = await begin("we wait for the provider");
  const since = began.toISOString();
  expect(taken.body.result).toMatchObject({ active: true, since, reason: "we wait for the provider" });
  expect(await api.db.contingency.findFirst({ where: tenant })).toMatchObject({ isManual: true });
  expect((await api.audit("contingency.start")).at(-1)).toMatchObject({
    before: { active: true, reason: "no answer" },
    after: { active: true, since, reason: "we wait for the provider" },
  });
  await api.db.contingency.updateMany({ where: tenant, data: { isManual: false } });
  expect((await turn({ active: false })).body.result).toMatchObject(idle);
});

test("[C5] why one began by itself is said in the reader's language, in the audit log too", async () => {
  const silence = { since: "2026-11-23T14:00:00Z", cause: "timeout" };
  await api.db.contingency.updateMany({
    where: tenant,
    data: { activeSince: new Date("2026-11-23T14:01:00.000Z"), isManual: false, reason: null, silence },
  });
  const inSpanish = { headers: { "Accept-Language": "es" } };
  const reasons = async (options = {}) => {
    const { body } = await api.call("GET", "/contingency", options);
    const entries = (await api.call("GET", "/audit-log?action=contingency.end&limit=1", options)).body.result;
    return [body.result.reason, ...entries.map(({ after }: { after: { reason: string } }) => after.reason)];
  };
  const english = "no answer from the tax authority since 2026-11-23T14:00:00Z: timeout";
  const spanish = "ARCA no responde desde el 23/11/2026 11:00: timeout";
  expect(await reasons()).toEqual([english, "we wait for the provider"]);
  expect(await reasons(inSpanish)).toEqual([spanish, "we wait for the provider"]);
  expect((await turn({ active: false })).status).toBe(200);
  expect(await reasons()).toEqual([null, english]);
  expect(await reasons(inSpanish)).toEqual([null, spanish]);
});

test("[C5] a reason to end is said to be ignored, and refused with strict handling", async () => {
  const body = { active: false, reason: "over" };
  expect((await turn(body)).body.warnings).toEqual([{ field: "reason", message: expect.any(String) }]);
  const strict = await turn(body, { Prefer: "handling=strict" });
  expect([strict.status, strict.body.details.errors[0].field]).toEqual([400, "reason"]);
});

test("[C5] the other environment and other companies see none of it", async () => {
  await begin();
  const elsewhere = { key: api.keys.keys.production };
  expect((await api.call("GET", "/contingency", elsewhere)).body.result).toMatchObject({ ...idle, pointsOfSale: [] });
  const mono = { key: api.keys.mono.keys.test, company: "mono" };
  expect((await api.call("GET", "/contingency", mono)).body.result).toMatchObject({ ...idle, code: null });
  expect((await api.call("POST", "/contingency", { ...mono, body: { active: false } })).status).toBe(200);
  expect(await get()).toMatchObject({ active: true });
});

test("[C5 C6] what is not reported is counted, and a rejected report is tried again when it is asked for", async () => {
  await begin();
  const issue = async () => {
    const { status, body } = await api.post(invoiceB());
    expect([status, body.error]).toEqual([201, undefined]);
    return body.result;
  };
  const [first, second] = [await issue(), await issue()];
  const errors = [{ code: 1443, msg: "Rechazado" }];
  const set = (id: number, data: object) => api.db.caeaReport.update({ where: { voucherId: id }, data });
  const report = (id: number) => api.call("POST", `/invoices/${id}/report`);
  const sequence = async () => (await get()).pointsOfSale[0].sequences[0];
  expect(await get()).toMatchObject({ unreported: 2, rejected: 0 });
  expect(await sequence()).toEqual({ voucherType: 6, lastNumber: 2, lastReported: 0 });

  await set(first.id, { state: "rejected", errors });
  expect(await get()).toMatchObject({ unreported: 2, rejected: 1 });
  const again = await report(first.id);
  expect([again.status, again.body.result]).toEqual([
    200,
    { id: first.id, state: "due", reported: null, reportErrors: errors },
  ]);
  expect(await get()).toMatchObject({ unreported: 2, rejected: 0 });
  const due = await api.db.caeaReport.findFirstOrThrow({ where: { voucherId: first.id, dueAt: { lte: new Date() } } });
  expect(due.state).toBe("due");
  expect((await report(first.id)).body).toEqual(again.body);

  const reportedAt = new Date("2026-11-23T15:03:11.100Z");
  await set(first.id, { state: "reported", reportedAt });
  expect((await report(first.id)).body.result).toEqual({
    ...{ id: first.id, state: "reported", reported: reportedAt.toISOString(), reportErrors: [] },
  });
  expect(await sequence()).toEqual({ voucherType: 6, lastNumber: 2, lastReported: 1 });
  expect(await api.audit("invoice.report")).toMatchObject([
    { resourceId: `${first.id}`, before: { state: "rejected", errors }, after: { state: "due" } },
  ]);

  const foreign = await api.call("POST", `/invoices/${second.id}/report`, { key: api.keys.keys.production });
  expect([foreign.status, foreign.body.code]).toEqual([404, "NOT_FOUND"]);
  expect((await report(999_999)).status).toBe(404);
});

test("[C6] a voucher with a CAE has nothing to report", async () => {
  api.fate = approvedFate;
  const { id } = (await api.post(invoiceB({ posNumber: 2 }))).body.result;
  const answer = await api.call("POST", `/invoices/${id}/report`);
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, "VALIDATION_ERROR", undefined]);
});
