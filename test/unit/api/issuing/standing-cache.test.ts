import { expect, test } from "vitest";
import { createStandingCache, type FindStandings } from "../../../../api/issuing/standing-cache.js";
import type { Database } from "../../../../shared/db/pool/database.js";
import type { SircipStanding } from "../../../../shared/domain/perceptions/sircip-lines.js";

const db = {} as Database;

/** Look-ups that are counted: each finds another standing. */
function countedLookUps() {
  const asked: string[][] = [];
  const find: FindStandings = async (_db, companyId, questions) => {
    asked.push(questions.map(({ cuit }) => `${companyId} ${cuit}`));
    return questions.map(({ cuit }) => ({ entry: { letter: cuit, crc: asked.length } }) as unknown as SircipStanding);
  };
  return { asked, cache: createStandingCache(find) };
}
const about = (cuit: string, over: object = {}) => ({ period: "202612", cuit, stateId: 2, jurisdiction: 903, ...over });

test("a receiver is looked up once for each version, company, month and province", async () => {
  const { asked, cache } = countedLookUps();
  const [first] = await cache.under("v1")(db, 1, [about("a")]);
  expect(await cache.under("v1")(db, 1, [about("a")])).toEqual([first]);
  expect(asked).toEqual([["1 a"]]);
  for (const [version, companyId, over] of [
    ["v2", 1, {}],
    ["v1", 2, {}],
    ["v1", 1, { period: "202701" }],
    ["v1", 1, { stateId: 3 }],
  ] as const)
    expect(await cache.under(version)(db, companyId, [about("a", over)])).not.toEqual([first]);
  expect(asked).toHaveLength(5);
});

test("several receivers are looked up together, unless all of them are known", async () => {
  const { asked, cache } = countedLookUps();
  const find = cache.under("v1");
  await find(db, 1, [about("a")]);
  const both = await find(db, 1, [about("a"), about("b")]);
  expect(both).toHaveLength(2);
  expect(await find(db, 1, [about("b"), about("a")])).toEqual(both.toReversed());
  expect(asked).toEqual([["1 a"], ["1 a", "1 b"]]);
});

test("without a version nothing is cached: the company is no agent yet, or no more", async () => {
  const { asked, cache } = countedLookUps();
  for (let time = 0; time < 2; time++) await cache.under(null)(db, 1, [about("a")]);
  expect(asked).toHaveLength(2);
});
