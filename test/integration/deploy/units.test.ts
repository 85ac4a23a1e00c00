import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";

const folder = path.join(projectFolder, "shared", "deploy", "systemd");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const run = promisify(execFile);
const hasSystemd = existsSync("/usr/bin/systemd-analyze");

const units = { api: 3000, issuer: 9101, renderer: 9201, mailer: 9301 };
const instances = Object.entries(units).map(([name, port]) => [name, `talonario-${name}@${port}.service`] as const);

/** With the drop-in that all of them share. */
const analyze = (...args: string[]) =>
  run("systemd-analyze", [...args, "--no-pager"], { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` } });

/** The values of a setting, in a unit and in what all units share. */
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const shared = read("talonario-.service.d/confined.conf");

describe.skipIf(!hasSystemd)("systemd-analyze", () => {
  test.each(instances)("has nothing to say against the unit of %s", async (_, unit) => {
    const { stdout, stderr } = await analyze("verify", "--man=no", unit);
    expect(stdout + stderr).toBe("");
  });

  test.each(instances)("finds little that %s could do beyond its work", async (name, unit) => {
    const { stdout } = await analyze("security", "--offline=yes", unit);
    const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    // Chromium's own sandbox needs namespaces.
    expect(exposure).toBeLessThanOrEqual(name === "renderer" ? 2.3 : 1.7);
  });
});

test("there is a unit for each process, which runs what its image runs", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".service"));
  expect(files.sort()).toEqual(
    Object.keys(units)
      .map((name) => `talonario-${name}@.service`)
      .sort(),
  );
  const dockerfile = readFileSync(path.join(projectFolder, "Dockerfile"), "utf8");
  for (const name of Object.keys(units)) {
    const [command] = valuesOf(read(`talonario-${name}@.service`), "ExecStart");
    const words = command
      ?.replace("/usr/bin/", "")
      .split(" ")
      .map((word) => `"${word}"`);
    expect(dockerfile).toContain(`CMD [${words?.join(", ")}]`);
  }
});

test("a unit is bounded as its container is", () => {
  const { services } = parse(readFileSync(path.join(projectFolder, "compose.yaml"), "utf8"), { merge: true });
  for (const name of Object.keys(units)) {
    const unit = read(`talonario-${name}@.service`);
    const { mem_limit, pids_limit, cpus, stop_grace_period } = services[name];
    expect(valuesOf(unit, "MemoryMax")).toEqual([String(mem_limit).toUpperCase()]);
    expect(valuesOf(unit, "TasksMax")).toEqual([String(pids_limit)]);
    expect(valuesOf(shared, "CPUQuota")).toEqual([`${cpus * 100}%`]);
    expect(valuesOf(shared, "TimeoutStopSec")).toEqual([String(stop_grace_period).replace("s", "")]);
  }
});

test("what all units share is set nowhere else, because it would win over a unit's own", () => {
  const names = (text: string) => new Set([...text.matchAll(/^([A-Z]\w+)=/gm)].map(([, name = ""]) => name));
  // These add to each other.
  const lists = ["Environment", "EnvironmentFile", "InaccessiblePaths"];
  const ofAll = names(shared);
  for (const name of Object.keys(units)) {
    const own = names(read(`talonario-${name}@.service`));
    expect([...own].filter((one) => ofAll.has(one) && !lists.includes(one))).toEqual([]);
  }
});

test("each process has a user of its own, reads its own secrets, and sees of the PDFs what it needs", () => {
  const users = Object.keys(units).map((name) => valuesOf(read(`talonario-${name}@.service`), "User")[0]);
  expect(new Set(users).size).toBe(4);
  for (const user of users) expect(read("sysusers.conf")).toContain(`u ${user} `);
  const binds = (name: string) => [
    ...valuesOf(read(`talonario-${name}@.service`), "BindPaths"),
    ...valuesOf(read(`talonario-${name}@.service`), "BindReadOnlyPaths").map((place) => `${place}:ro`),
  ];
  const pdfs = "/var/lib/talonario/pdf";
  expect(Object.keys(units).map((name) => binds(name))).toEqual([
    // And when the last backup ended, where there is one.
    [pdfs, `${pdfs}/database:ro`, "-/var/lib/talonario/backup:ro"],
    [`${pdfs}/database`],
    [pdfs],
    [`${pdfs}:ro`],
  ]);
  const hidden = (name: string) => valuesOf(read(`talonario-${name}@.service`), "InaccessiblePaths");
  expect(Object.keys(units).map(hidden)).toEqual([[], [], [`${pdfs}/database`], [`${pdfs}/database`]]);
  for (const name of Object.keys(units))
    expect(valuesOf(read(`talonario-${name}@.service`), "EnvironmentFile")).toEqual([`/etc/talonario/${name}.env`]);
  expect(valuesOf(shared, "InaccessiblePaths")).toEqual(["/etc/talonario"]);
});

test("a unit listens on this host alone, and reaches nothing that its work does not need", () => {
  expect(valuesOf(shared, "Environment").join(" ").split(" ")).toContain("LISTEN_ADDRESS=127.0.0.1");
  const ways = (name: string) =>
    ["IPAddressDeny", "IPAddressAllow"].map((setting) => valuesOf(read(`talonario-${name}@.service`), setting));
  for (const name of ["api", "renderer"]) expect(ways(name)).toEqual([["any"], ["localhost"]]);
  // The Internet, as far as the chart lets them there.
  const { networkPolicies } = parse(readFileSync(path.join(folder, "..", "chart", "values.yaml"), "utf8"));
  const unreached = networkPolicies.authority.to[0].ipBlock.except as string[];
  expect(networkPolicies.mail.to[0].ipBlock.except).toEqual(unreached);
  const ofPrivateNetworks = unreached.filter((range) => range !== "127.0.0.0/8");
  for (const name of ["issuer", "mailer"]) {
    const [[denied = ""] = [], allowed] = ways(name);
    expect(denied.split(" ").slice(0, -2)).toEqual(ofPrivateNetworks);
    expect([denied.split(" ").slice(-2), allowed]).toEqual([["fc00::/7", "fe80::/10"], ["localhost"]]);
  }
});
