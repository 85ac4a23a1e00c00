import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { adminConfig } from "../../api/admin/config.js";
import { apiConfig } from "../../api/config.js";
import { issuerConfig } from "../../issuer/config.js";
import { mailerConfig } from "../../mailer/config.js";
import { rendererConfig } from "../../renderer/config.js";
import { projectFolder } from "../../shared/assets.js";
import { authorityConfig } from "../authority/config.js";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];

const compose = read("compose.yaml");

test("compose builds targets that the Dockerfile has and mounts files that exist", () => {
  const stages = found(read("Dockerfile"), /^FROM \S+ AS (\w+)/gm);
  const targets = found(compose, /target: (\w+)/g);
  expect(targets.length).toBeGreaterThan(4);
  expect(targets.filter((target) => !stages.includes(target))).toEqual([]);
  const mounted = found(compose, /- (\.\/[^:]+):/g);
  expect(mounted.length).toBeGreaterThan(4);
  expect(mounted.filter((file) => !existsSync(path.join(projectFolder, file)))).toEqual([]);
});

test("every image runs on one version of Node, which continuous integration tests", () => {
  const versions = found(`${read("Dockerfile")}\n${compose}`, /\bnode:(\S+)/g);
  const tested = found(read(".github/workflows/ci.yml"), /node: \[(.*)\]/g).flatMap((list) => list.split(", "));
  expect(versions).toHaveLength(1);
  expect(tested).toContain(versions[0]?.split("-")[0]);
});

test("compose sets only variables that a process reads, and .env.example names every variable that compose requires", () => {
  const schemas = [adminConfig, apiConfig, issuerConfig, rendererConfig, mailerConfig, authorityConfig];
  const settings = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)));
  const others = /^(POSTGRES|GF)_/;
  const given = found(compose, /^ {4,6}([A-Z][A-Z0-9_]+):/gm).filter((name) => !others.test(name));
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter((name) => !settings.has(name) && name !== "NEW_SECRET_KEY")).toEqual([]);

  const asked = found(compose, /\$\{([A-Z0-9_]+)/g).filter(
    (name) => !["NEW_SECRET_KEY", "GRAFANA_PORT"].includes(name),
  );
  const exemplified = found(read(".env.example"), /^([A-Z0-9_]+)=/gm);
  expect(asked.filter((name) => !exemplified.includes(name))).toEqual([]);
});

test("compose can set every setting of the processes", () => {
  const services = compose.split(/^ {2}(?=\w+:$)/m);
  const schemas = { api: apiConfig, issuer: issuerConfig, renderer: rendererConfig, mailer: mailerConfig };
  const common = compose.split("\nservices:")[0] ?? "";
  // The authority's production addresses are fixed, and the images contain a browser.
  const fixed = /^(FAILPOINT|CHROMIUM_PATH|TAXAUTH_PRODUCTION_\w+)$/;
  for (const [name, { shape }] of Object.entries(schemas)) {
    const service = services.find((text) => text.startsWith(`${name}:`)) ?? "";
    const given = found(`${common}\n${service}`, /^ {4,6}([A-Z][A-Z0-9_]+):/gm);
    expect(Object.keys(shape).filter((setting) => !given.includes(setting) && !fixed.test(setting))).toEqual([]);
  }
});

test("the host's secrets stay out of the images", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining([".env", ".env.*", "!.env.example"]));
});

test("the README's table lists exactly the settings of the processes", () => {
  const table = read("README.md").split("## Settings")[1]?.split("\n## ")[0] ?? "";
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) => found(row.split("|")[1] ?? "", /`([A-Z_]+)`/g));
  const schemas = [apiConfig, issuerConfig, rendererConfig, mailerConfig];
  const settings = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)));
  const own = [...settings].filter((name) => name !== "FAILPOINT" && !name.startsWith("TAXAUTH_PRODUCTION_"));
  expect(own.filter((name) => !table.includes(name) && !name.endsWith("_URL"))).toEqual([]);
  expect(named.filter((name) => !settings.has(name))).toEqual([]);
});
