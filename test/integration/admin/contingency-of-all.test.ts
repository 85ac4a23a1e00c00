import { expect, test } from "vitest";
import type { Tenant } from "../../../shared/domain/tenant.js";
import { openForFile } from "../../support/open-for-file.js";
import { commandLineInside } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { addSubstitute, beginContingency, movedFate } from "../../support/samples/contingencies.js";
import { invoiceB } from "../../support/samples/invoice.js";

const ofAll = "--all --env homologation".split(" ");
const api = await openForFile(openIssuingApp);
const { id: companyId } = await api.db.company.findFirstOrThrow({ where: { code: "demo" } });
const tenant: Tenant = { companyId, production: false };
const run = commandLineInside({ DATABASE_URL: api.deps.config.DATABASE_URL });

const json = async (...args: string[]) => JSON.parse((await run("contingency", ...args, "--json")).stdout);

test("where no company has any, the list of all says so", async () => {
  expect(await json("status", ...ofAll)).toEqual({ contingencies: [] });
  expect((await run("contingency", "status", ...ofAll)).stdout).toBe(
    "No contingency lasts, and everything is reported.\n",
  );
  expect(await json("reports", ...ofAll)).toEqual({ reports: [] });
  expect((await run("contingency", "reports", ...ofAll)).stdout).toBe("Everything is reported.\n");
});

test("of all companies, those come with their names in which one lasts or a report is open", async () => {
  await addSubstitute(api.db, tenant, { posNumber: 1, substitute: 9, types: [6] });
  await beginContingency(api.db, tenant);
  api.fate = movedFate;
  expect((await api.post(invoiceB())).status).toBe(201);
  await api.db.$executeRaw`UPDATE caea SET report_by = '20200101'`;
  await api.db.caeaReport.updateMany({ data: { state: "rejected", errors: [{ code: 1434, msg: "no" }] } });

  const { contingencies } = await json("status", ...ofAll);
  expect(contingencies).toEqual([
    {
      ...{ company: "demo", active: true, since: expect.stringMatching(/Z$/), reason: expect.any(String) },
      ...{ unreported: 1, rejected: 1, undeclared: 0, reportBy: "20200101" },
    },
  ]);
  expect((await run("contingency", "status", ...ofAll)).stdout).toMatch(/^COMPANY .*\n.*\bdemo\b/s);
  const { reports } = await json("reports", ...ofAll, "--rejected");
  expect(reports).toMatchObject([{ company: "demo", posNumber: 9, state: "rejected", reportBy: "20200101" }]);
  expect((await run("contingency", "reports", ...ofAll)).stdout).toMatch(/^demo\n.*1434/s);
  expect(await json("status", "--all", "--env", "production")).toEqual({ contingencies: [] });
});

test.each(["status", "reports"])("contingency %s needs a company or all of them, and not both", async (verb) => {
  for (const options of [[], ["--all", "--company", "demo"]]) {
    const { exitCode, stderr } = await run("contingency", verb, "--env", "homologation", ...options);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("one of '--company <code>' and '--all' is needed")]);
  }
});
