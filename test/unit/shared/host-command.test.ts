import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";

/** Runs a host's command `talonario` with settings of our own, and gives the program, its arguments and its database. */
function call(args: string[], env: Record<string, string>): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    chmodSync(path.join(folder, name), 0o755);
  };
  write("common.env", "APP_URL=https://facturas.example.com\n");
  write("operator.env", "DATABASE_URL=postgresql://talonario@127.0.0.1/talonario\n");
  // In the place of what needs root.
  write("setpriv", `#!/bin/sh\nwhile [ "\${1#-}" != "$1" ]; do shift; done\nshift\necho "$@"\necho "$DATABASE_URL"\n`);
  const command = readFileSync(path.join(projectFolder, "shared/deploy/systemd/talonario"), "utf8");
  write("talonario", command.replaceAll("/etc/talonario", folder));
  const told = execFileSync(path.join(folder, "talonario"), args, {
    env: { PATH: `${folder}:${process.env.PATH}`, ...env },
    encoding: "utf8",
  });
  return told.trim().split("\n");
}

test("a host's command takes the operator's database, or another one that it is given for this once", () => {
  expect(call(["doctor", "--json"], {})).toEqual([
    "/opt/talonario/current/dist/api/admin/main.js doctor --json",
    "postgresql://talonario@127.0.0.1/talonario",
  ]);
  expect(call(["migrate", "--to", "20261129000000_initial"], { DATABASE_URL: "postgresql://127.0.0.1/new" })).toEqual([
    "/opt/talonario/current/dist/shared/db/migrate/migrate-main.js --to 20261129000000_initial",
    "postgresql://127.0.0.1/new",
  ]);
});
