import { describe, expect, test } from "vitest";
import { purgeAuditLog } from "../../../shared/db/listing/audit-log.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const system = await openForFile(openIssuingApp);
const demo = (await system.db.company.findUniqueOrThrow({ where: { code: "demo" } })).id;

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

interface Entry {
  action: string;
  resourceId?: string;
  actorType?: string;
  actorEmail?: string;
  actorName?: string;
  actorApiKeyId?: number;
  production?: boolean | null;
  companyId?: number;
  createdAt?: Date;
  before?: object;
  after?: object;
}
const add = (entry: Entry) =>
  system.db.auditEntry.create({ data: { companyId: demo, production: false, actorType: "apikey", ...entry } });
const list = async (query = "", options = {}) => (await system.get(`/audit-log?${query}`, options)).body;
const actions = async (query = "", options = {}) =>
  (await list(query, options)).result.map(({ action }: { action: string }) => action);

describe('GET audit-log (api/README.md, "GET /{company_id}/audit-log")', () => {
  test("an entry names the action, its object, its author, its time and the changes", async () => {
    const { id } = await add({
      action: "pos.update",
      resourceId: "3",
      actorApiKeyId: 7,
      actorEmail: "ana@example.com",
      actorName: "ana",
      before: { name: "Centro", enabled: true },
      after: { name: "Puerto", enabled: true },
      createdAt: new Date("2026-11-01T10:00:00.250Z".replace("2026-11-01", daysAgo(1).toISOString().slice(0, 10))),
    });
    const { ok, total, result } = await list("action=pos.update");
    expect([ok, total]).toEqual([true, 1]);
    expect(result).toEqual([
      {
        id,
        production: false,
        action: "pos.update",
        resourceId: "3",
        actorType: "apikey",
        actorEmail: "ana@example.com",
        actorApiKeyId: 7,
        actorName: "ana",
        before: { name: "Centro", enabled: true },
        after: { name: "Puerto", enabled: true },
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT10:00:00\.250Z$/),
      },
    ]);
  });

  test("the audit log has the filters, operators, ordering and paging of the voucher listing", async () => {
    for (const [n, resourceId] of ["a", "b", "c"].entries())
      await add({
        action: "key.test",
        resourceId,
        actorType: n === 0 ? "admin" : "system",
        actorApiKeyId: n,
        createdAt: daysAgo(10 - n),
      });
    const resources = async (query: string) => {
      const { total, result } = await list(`action=key.test&${query}`);
      return [total, result.map((entry: { resourceId: string }) => entry.resourceId).join("")];
    };
    expect(await resources("")).toEqual([3, "cba"]);
    expect(await resources("ordering=resourceId")).toEqual([3, "abc"]);
    expect(await resources("ordering=-actorType,created")).toEqual([3, "bca"]);
    expect(await resources("ordering=id&limit=1&offset=1")).toEqual([3, "b"]);
    expect(await resources("resourceId=b")).toEqual([1, "b"]);
    expect(await resources("resourceId__in=a,c")).toEqual([2, "ca"]);
    expect(await resources("actorType=admin")).toEqual([1, "a"]);
    expect(await resources("actorApiKeyId__gte=1")).toEqual([2, "cb"]);
    expect(
      await resources(`created__gt=${daysAgo(9.5).toISOString()}&created__lt=${daysAgo(8.5).toISOString()}`),
    ).toEqual([1, "b"]);
    expect(await resources("actorEmail=nobody@example.com")).toEqual([0, ""]);
    expect(await resources("id=1&colour=x&actorApiKeyId=x&created=x&before=x")).toEqual([3, "cba"]);
  });

  test("8 filters are answered; one more, or 501 values in a list, is a 400 that names its parameter", async () => {
    const filters = Array.from({ length: 8 }, (_, n) => `actorApiKeyId__gt=${n}`).join("&");
    expect((await system.get(`/audit-log?${filters}&id=1&colour=x`)).status).toBe(200);
    const ids = Array.from({ length: 501 }, (_, n) => n);
    for (const [query, field, most] of [
      [`${filters}&action=pos.create`, "action", 8],
      [`resourceId__in=${ids}`, "resourceId__in", 500],
    ] as const) {
      const { status, body } = await system.get(`/audit-log?${query}`);
      expect([status, body.code, body.details.errors]).toEqual([
        400,
        "VALIDATION_ERROR",
        [{ field, message: expect.stringContaining(`at most ${most}`) }],
      ]);
    }
  });

  test("the audit log shows only the last 90 days, whatever the query says", async () => {
    await add({ action: "old", createdAt: daysAgo(90.01) });
    await add({ action: "recent", createdAt: daysAgo(89.9) });
    expect(await actions("action__in=old,recent")).toEqual(["recent"]);
    const wide = `action__in=old,recent&created__lte=${daysAgo(89.95).toISOString()}&created__gte=2000-01-01`;
    expect(await list(wide)).toEqual({ ok: true, total: 0, result: [] });
    expect(await list("action=old&ordering=created")).toMatchObject({ total: 0 });
  });

  test("[S5] a key sees its own company and environment, and entries about the whole company in both", async () => {
    const mono = (await system.db.company.findUniqueOrThrow({ where: { code: "mono" } })).id;
    await add({ action: "scope.test" });
    await add({ action: "scope.production", production: true });
    await add({ action: "scope.company", production: null });
    await add({ action: "scope.mono", companyId: mono });
    const query = "action__gte=scope.&action__lt=scope/&ordering=action";
    expect(await actions(query)).toEqual(["scope.company", "scope.test"]);
    expect(await actions(query, { key: system.keys.keys.production })).toEqual(["scope.company", "scope.production"]);
    expect(await actions(query, { key: system.keys.mono.keys.test, company: "mono" })).toEqual(["scope.mono"]);
  });

  test("the audit log accepts only GET, with a key that may read", async () => {
    const headers = { authorization: `Bearer ${system.keys.keys.test}` };
    expect((await system.app.request("/api/demo/audit-log", { method: "DELETE", headers })).status).toBe(405);
    expect((await system.get("/audit-log", { key: null })).status).toBe(401);
  });
});

test("the purge removes all entries some days after they became invisible", async () => {
  for (const days of [96, 98, 99, 100, 400]) await add({ action: "purged", createdAt: daysAgo(days) });
  await purgeAuditLog(system.db, 2);
  const left = await system.db.auditEntry.findMany({ where: { action: "purged" } });
  expect(left.map(({ createdAt }) => Math.round((Date.now() - createdAt.getTime()) / dayMs))).toEqual([96]);
  expect(await system.db.auditEntry.count({ where: { action: "recent" } })).toBe(1);
});

test("a write whose audit entry fails is rolled back", async () => {
  await system.db.$executeRaw`ALTER TABLE audit_entry ADD CONSTRAINT "none" CHECK (action <> 'pos.create') NOT VALID`;
  const headers = { authorization: `Bearer ${system.keys.keys.test}`, "content-type": "application/json" };
  const answer = await system.app.request("/api/demo/points-of-sale", {
    method: "POST",
    headers,
    body: '{"number": 88}',
  });
  await system.db.$executeRaw`ALTER TABLE audit_entry DROP CONSTRAINT "none"`;
  expect(answer.status).toBe(500);
  expect((await system.get("/points-of-sale/88")).status).toBe(404);
});
