import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { authorityVariables } from "../../authority/authority-urls.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { type System, startSystem } from "../../support/processes/system.js";
import { invoiceB } from "../../support/samples/invoice.js";

/** The commands of the page, those of the old installation and those of the new one, each with what it says of its end. */
function commandsOfPage() {
  const text = readFileSync(path.join(projectFolder, "shared/deploy/moving.md"), "utf8");
  const block = /\*\*With the same point of sale\*\*[\s\S]*?```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const [, inOld = "", inNew = ""] = block.split(/^# in the (?:old|new) one.*$/m);
  const toCommands = (part: string) =>
    [...part.matchAll(/^talonario (.*?)(?: +#(.*))?$/gm)].map(([, words = "", end = ""]) => ({
      args: words
        .trim()
        .replace("CODE", "demo")
        .replace("production", "homologation")
        .replace("NUMBER", "1")
        .split(" "),
      exitCode: Number(/exit code (\d)/.exec(end)?.[1] ?? 0),
    }));
  return { inOld: toCommands(inOld), inNew: toCommands(inNew) };
}

function commandLineOf(system: System) {
  const { host, port } = system.redis.options;
  return quickCommandLine({ DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` });
}

test("a company that moves by the page's commands goes on at its number, in the new installation alone", async () => {
  const processes = ["api", "issuer"] as const;
  await using old = await startSystem({ processes: [...processes] });
  await using anew = await startSystem({ processes: [...processes], env: authorityVariables(old.authorityUrl) });
  await anew.sql(
    "DELETE FROM point_of_sale p USING company c WHERE c.id = p.company_id AND c.code = 'demo' AND p.number = 1 AND NOT p.production",
  );
  const sell = async (system: System) => {
    const { status, body } = await system.request("/invoices", { method: "POST", body: invoiceB() });
    return [status, body.result?.voucherNumber];
  };
  for (const number of [1, 2, 3]) expect(await sell(old)).toEqual([201, number]);
  expect(await sell(anew)).toEqual([400, undefined]);

  const { inOld, inNew } = commandsOfPage();
  expect([inOld.length, inNew.length]).toEqual([4, 3]);
  for (const [system, commands] of [
    [old, inOld],
    [anew, inNew],
  ] as const) {
    const run = commandLineOf(system);
    for (const { args, exitCode } of commands) {
      const ended = await run(...args);
      expect([args, ended.exitCode, ended.stderr], ended.stdout).toEqual([args, exitCode, expect.anything()]);
    }
  }

  expect(await sell(old)).toEqual([400, undefined]);
  expect(await sell(anew)).toEqual([201, 4]);
  const numbers = await anew.sql("SELECT voucher_number AS number, source FROM voucher ORDER BY 1");
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});
