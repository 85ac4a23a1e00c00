import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { exchangeReachability, type Reachability } from "../../../shared/db/issuing/issuer-hearings.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";

const api = await openForFile(openIssuingApp);
beforeEach(async () => {
  await api.db.issuerReachability.deleteMany();
});

const [one, other] = [randomUUID(), randomUUID()];
const about = { companyId: 1, production: true, posNumber: 3, voucherType: 6 };
const well: Reachability = { production: true, answeredAgoMs: 1_000, failingAgoMs: null, about };

test("each issuer reads what the others hear, and not its own words", async () => {
  expect(await exchangeReachability(api.db, one, [well])).toEqual([]);
  const failing: Reachability = { ...well, answeredAgoMs: null, failingAgoMs: 5_000 };
  const [heard, ...more] = await exchangeReachability(api.db, other, [failing]);
  expect(more).toEqual([]);
  expect(heard).toMatchObject({ production: true, failingAgoMs: null, about });
  expect(heard?.answeredAgoMs).toBeGreaterThanOrEqual(900);
  const [told] = await exchangeReachability(api.db, one, []);
  expect(told).toMatchObject({ answeredAgoMs: null, about });
  expect(told?.failingAgoMs).toBeGreaterThanOrEqual(4_900);
});

test("an issuer that stopped says nothing any more, nor one whose word lies ahead of the clock", async () => {
  await exchangeReachability(api.db, one, [well]);
  const seenAt = async (agoMs: number) => {
    await api.db.issuerReachability.updateMany({ data: { lastHeartbeatAt: new Date(Date.now() - agoMs) } });
    return exchangeReachability(api.db, other, []);
  };
  expect(await seenAt(5_000)).toHaveLength(1);
  expect(await seenAt(13_000)).toEqual([]);
  expect(await seenAt(-600_000)).toEqual([]);
});

test("those that stopped long ago are forgotten", async () => {
  await exchangeReachability(api.db, one, [well]);
  await api.db.issuerReachability.updateMany({ data: { lastHeartbeatAt: new Date(Date.now() - 2 * 3_600_000) } });
  await exchangeReachability(api.db, other, [well]);
  expect(await api.db.issuerReachability.count()).toBe(1);
});
