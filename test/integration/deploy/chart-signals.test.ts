import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import { countBacklog, listQueueDepths } from "../../../shared/db/issuing/backlog.js";
import type { ProcessRole } from "../../../shared/db/migrate/process-grants.js";
import { openForFile } from "../../support/open-for-file.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { openLines } from "../../support/samples/waiting-lines.js";
import { storeWaitingVouchers } from "../../support/samples/waiting-vouchers.js";
import { asProcess } from "../../support/servers/process-roles.js";

// What the chart scales by, where KEDA asks the database itself: the same counts as the API's gauges have, as each process's own role.
const app = await openForFile(openIssuingApp);

const template = readFileSync(path.join(projectFolder, "shared/deploy/chart/templates/scaling.yaml"), "utf8");
const signals = parse(/define "talonario\.signals" -}}\n([^{]*)/.exec(template)?.[1] ?? "") as Record<
  "issuer" | "renderer" | "mailer",
  { gauge: string; query: string }
>;

async function count(process: ProcessRole & keyof typeof signals): Promise<number> {
  const client = new pg.Client({ connectionString: asProcess(app.deps.config.DATABASE_URL, process) });
  await client.connect();
  try {
    const { rows } = await client.query({ text: signals[process].query, rowMode: "array" });
    return Number(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}

test("the queries of the chart count what the gauges count, and the processes' roles may ask them", async () => {
  const { db } = app;
  const vouchers = await storeWaitingVouchers(db, { code: "demo", production: false, count: 4 });
  const [aside, tried, mailed] = vouchers;
  await db.$executeRaw`
    INSERT INTO print_attempt (company_id, voucher_id, versions, attempt_count, due_at) SELECT v.company_id, v.id, t.versions, t.tries, now() FROM voucher v
    JOIN (VALUES (${aside}::bigint, '1', 8), (${tried}, '1', 7), (${mailed}, '2', 8)) AS t(id, versions, tries) ON t.id = v.id`;
  await db.$executeRaw`
    INSERT INTO recipient (company_id, voucher_id, slot, email, over_limit) SELECT v.company_id, v.id, m.* FROM voucher v,
    (VALUES (1, 'a@example.com', false), (2, 'b@example.com', false), (3, 'c@example.com', true)) m WHERE v.id = ${mailed}`;
  const openFairQueue = await openLines(app);
  await openFairQueue(2);
  await openFairQueue(1);

  const backlog = await countBacklog(db);
  const waiting = (await listQueueDepths(db)).filter((line) => line.waiting > 0).length;
  expect([waiting, backlog.pdfsDue, backlog.mailsDue]).toEqual([2, 3, 2]);
  expect(await count("issuer")).toBe(waiting);
  expect(await count("renderer")).toBe(backlog.pdfsDue);
  expect(await count("mailer")).toBe(backlog.mailsDue);
});

test("the gauges of the chart are the API's", () => {
  const source = readFileSync(path.join(projectFolder, "api", "operator-pages", "backlog-metrics.ts"), "utf8");
  const gauges = Object.values(signals).map(({ gauge }) => gauge.replace(/^talonario_/, ""));
  expect(gauges).toEqual(["waiting_sequences", "pdfs_due", "mails_due"]);
  for (const gauge of gauges) expect(source).toMatch(new RegExp(`addGauge\\(\\s*"${gauge}"`));
});
