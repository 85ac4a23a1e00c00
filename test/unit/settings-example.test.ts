import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { adminConfig, serviceConfig } from "../../api/admin/config.js";
import { apiConfig } from "../../api/config.js";
import { issuerConfig } from "../../issuer/config.js";
import { mailerConfig } from "../../mailer/config.js";
import { rendererConfig } from "../../renderer/config.js";
import { projectFolder } from "../../shared/assets/assets.js";
import { migrateConfig } from "../../shared/db/migrate/config.js";
import { authorityConfig } from "../authority/config.js";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

/** Who reads which settings: the processes and commands by their schemas. */
const schemas = {
  api: [apiConfig],
  issuer: [issuerConfig],
  renderer: [rendererConfig],
  mailer: [mailerConfig],
  admin: [adminConfig, serviceConfig],
  migrate: [migrateConfig],
  authority: [authorityConfig],
};

/** The readers of each setting in the code. FAILPOINT is for tests. */
function readersInCode(): Map<string, string[]> {
  const readers = new Map<string, string[]>();
  for (const [reader, of] of Object.entries(schemas))
    for (const name of new Set(of.flatMap(({ shape }) => Object.keys(shape))))
      if (name !== "FAILPOINT") readers.set(name, [...(readers.get(name) ?? []), reader]);
  return readers;
}

/** The readers that .env.example names: the last line with brackets before a setting. */
function readersInExample(): Map<string, string[]> {
  const readers = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of read(".env.example").split("\n")) {
    last = /^# \[(.*)\]$/.exec(line)?.[1]?.split(", ") ?? last;
    const name = /^([A-Z0-9_]+)=/.exec(line)?.[1];
    if (name) readers.set(name, last);
  }
  return readers;
}

test(".env.example has every setting that the code reads, and says of each who reads it", () => {
  const inExample = readersInExample();
  const inCode = readersInCode();
  expect(inCode.size).toBeGreaterThan(60);
  const ofCode = [...inExample].filter(([, readers]) => !readers.includes("compose"));
  expect(Object.fromEntries(ofCode)).toEqual(Object.fromEntries(inCode));
});

test("what .env.example says that compose alone reads is in compose.yaml", () => {
  const compose = read("compose.yaml");
  const inCode = readersInCode();
  const ofCompose = [...readersInExample()].filter(([, readers]) => readers.includes("compose")).map(([name]) => name);
  expect(ofCompose.length).toBeGreaterThan(5);
  expect(ofCompose.filter((name) => inCode.has(name) || !compose.includes(`\${${name}`))).toEqual([]);
});
