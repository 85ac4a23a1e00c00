import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { propertyRuns } from "../../support/samples/property-runs.js";
import { createDatabase } from "../../support/servers/database.js";
import { type Case, usualSetting } from "./case.js";
import { batchCases } from "./cases/batches.js";
import { claimCases } from "./cases/claims.js";
import { contingencyCases } from "./cases/contingencies.js";
import { failoverCases } from "./cases/failovers.js";
import { movingCases } from "./cases/moving.js";
import { numberingCases } from "./cases/numbering.js";
import { recordingCases } from "./cases/recording.js";
import { reportCases } from "./cases/reports.js";
import { settlingCases } from "./cases/settling.js";
import { suspicionCases } from "./cases/suspicion.js";
import { unusedCases } from "./cases/unused.js";
import { withoutRedisCases } from "./cases/without-redis.js";
import { openModelSide } from "./model-side.js";
import { type Play, playOn } from "./play.js";
import { randomSetting } from "./random/choose.js";
import { anyStart, playScript, randomScript } from "./random/script.js";
import type { Setting } from "./side.js";
import { openSqlSide } from "./sql-side.js";
import { openStoreDatabase, type StoreDatabase } from "./store-database.js";

const all: Record<string, Case[]> = {
  recording: recordingCases,
  numbering: numberingCases,
  settling: settlingCases,
  batches: batchCases,
  contingencies: contingencyCases,
  moving: movingCases,
  reports: reportCases,
  failovers: failoverCases,
  suspicion: suspicionCases,
  unused: unusedCases,
  claims: claimCases,
  "without Redis": withoutRedisCases,
};

let database: StoreDatabase;
beforeAll(async () => {
  database = await openStoreDatabase(createDatabase);
});
afterAll(() => database[Symbol.asyncDispose]());

/** On the simulation's model and on PostgreSQL, both empty. */
async function begin(setting: Setting): Promise<Play> {
  await database.begin(setting);
  return playOn([openModelSide(setting), openSqlSide(database, setting)]);
}

describe.each(Object.entries(all))("the model and PostgreSQL have the same: %s", (_, cases) => {
  test.each(cases)("$name", async ({ setting, fails = false, script }) => {
    const play = await begin({ ...usualSetting, ...setting });
    await script(play);
    expect(play.errors.length > 0, play.errors.join("\n")).toBe(fails);
  });
});

test("the model and PostgreSQL have the same after every step of a random script", async () => {
  await fc.assert(
    fc.asyncProperty(anyStart, randomScript, async (start, script) =>
      playScript(await begin(randomSetting), start, script),
    ),
    propertyRuns(50),
  );
});
