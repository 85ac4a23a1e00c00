import { expect, test } from "vitest";
import { keepNotices, listNotices, purgeNotices } from "../../../shared/db/company/notices.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { openForFile } from "../../support/open-for-file.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

const database = await openForFile(createDemoDatabase);
const { db } = await openForFile(() => openDatabase(database.url));
const companyId = (await db.company.findUniqueOrThrow({ where: { code: "demo" } })).id;

const heard = (message: string, production = true) => ({
  ...{ cuit: "30712345671", production, service: "wsfe", code: 41 },
  message,
});
const messages = async (production = true) =>
  (await listNotices(db, { companyId, production })).map(({ message }) => message);

test("a text is kept once, in its environment, and of a tax id that nobody has nothing", async () => {
  await keepNotices(db, [heard("one"), heard("two"), { ...heard("other"), cuit: "20000000001" }]);
  await keepNotices(db, [heard("one")]);
  expect((await messages()).sort()).toEqual(["one", "two"]);
  expect(await messages(false)).toEqual([]);
  expect(await db.authorityNotice.count()).toBe(2);
});

test("texts that differ in every answer are kept twenty times a day at most, and old ones are forgotten", async () => {
  for (let answer = 0; answer < 40; answer += 1) await keepNotices(db, [heard(`It is ${answer} o'clock`, false)]);
  expect(await messages(false)).toHaveLength(20);
  // Those that are kept go on being heard.
  await keepNotices(db, [heard("It is 3 o'clock", false)]);
  expect((await messages(false))[0]).toBe("It is 3 o'clock");
  await keepNotices(
    db,
    Array.from({ length: 500 }, (_, at) => heard(`At once ${at}`, false)),
  );
  expect(await messages(false)).toHaveLength(20);
  await db.$executeRaw`UPDATE authority_notice SET last_seen_at = now() - interval '401 days' WHERE NOT production`;
  await purgeNotices(db);
  expect(await messages(false)).toEqual([]);
  expect((await messages()).sort()).toEqual(["one", "two"]);
});
