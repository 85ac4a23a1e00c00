import { expect, test } from "vitest";
import { finishBatches } from "../../../shared/db/batches/end-batches.js";
import { cancelAllOverdue } from "../../../shared/db/issuing/issuances.js";
import { rotateMonths } from "../../../shared/db/migrate/months.js";
import { ownerName } from "../../../shared/db/migrate/set-grants.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { elementsOn, recordOn } from "../../support/samples/batch-elements.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { testRoles } from "../../support/servers/process-roles.js";

const system = await openForFile(openIssuingApp);
const { db } = system;

const dayMs = 86_400_000;

test("an element of a batch is not ended by a database whose clock is a day ahead of the host's; a caller's sale is", async () => {
  const line = await (await openLines(system))(1);
  const elements = elementsOn(line, 1);
  const batchId = await recordOn(line, elements);
  await db.$executeRaw`UPDATE issuance SET deadline_at = now() - interval '10 seconds'`;
  const stateOf = async (key: string | undefined) =>
    (await db.issuance.findFirst({ where: { idempotency: key ?? "" } }))?.state;
  expect(await cancelAllOverdue(db, undefined, Date.now() - dayMs)).toHaveLength(1);
  expect(await stateOf(elements[0]?.body.idempotency)).toBe("queued");
  expect(await stateOf(line.bodies[0]?.idempotency)).toBe("cancelled");
  expect(await cancelAllOverdue(db)).toHaveLength(1);
  expect(await stateOf(elements[0]?.body.idempotency)).toBe("failed");
  await finishBatches(db);
  expect(await db.batch.findUnique({ where: { id: batchId } })).toMatchObject({ finishedAt: expect.any(Date) });
});

test("no month is dropped by a database whose clock is ahead of the host's", async () => {
  await db.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(`SET LOCAL ROLE ${ownerName(testRoles.prefix)}`);
    await tx.$executeRaw`SELECT public.make_month('exchange', '2020-01-01')`;
  });
  expect(await rotateMonths(db, "exchange", Date.now() - 2 * 3_600_000)).toEqual([]);
  expect(await rotateMonths(db, "exchange")).toEqual(["exchange_2020_01"]);
});
