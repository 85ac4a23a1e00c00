import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "../../../shared/assets/assets.js";
import { adminCommand, migrateCommand } from "../../../shared/config/config.js";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");
const own = process.env.ADMIN_COMMAND;
afterEach(() => {
  if (own === undefined) delete process.env.ADMIN_COMMAND;
  else process.env.ADMIN_COMMAND = own;
});

test.each([
  ["", "npm run -s admin -- doctor", "npm run -s migrate", "npm run -s migrate -- --help"],
  ["talonario", "talonario doctor", "talonario migrate", "talonario migrate --help"],
  [
    "docker compose run --rm admin",
    "docker compose run --rm admin doctor",
    "docker compose run --rm migrate",
    "docker compose run --rm migrate --help",
  ],
])("commands are printed as one calls them with ADMIN_COMMAND=%s", (called, doctor, migrate, help) => {
  process.env.ADMIN_COMMAND = called;
  expect([adminCommand("doctor"), migrateCommand(), migrateCommand("--help")]).toEqual([doctor, migrate, help]);
});

test("each installation says how the command line is called there, to every process and to the command line itself", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  for (const name of ["api", "app", "issuer", "renderer", "mailer", "admin", "migrate"])
    expect([name, services[name]?.environment?.ADMIN_COMMAND]).toEqual([
      name,
      expect.stringContaining(":-docker compose run --rm admin}"),
    ]);
  expect(read("shared/deploy/systemd/talonario-.service.d/confined.conf")).toMatch(
    /^Environment=.* ADMIN_COMMAND=talonario$/m,
  );
  expect(read("shared/deploy/systemd/talonario")).toMatch(/^export .*ADMIN_COMMAND=talonario$/m);
});

/** Every file of the product that is no test, no page and none of `npm`'s own scripts. */
const sources = ["api", "issuer", "renderer", "mailer", "shared"].flatMap((folder) =>
  (readdirSync(path.join(projectFolder, folder), { recursive: true }) as string[])
    .filter((file) => /\.(tsx?|ya?ml|html|mjml)$/.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => !/^(api\/client|shared\/(launch|sandbox|db\/generated))\//.test(file)),
);

test("no message names the command line in another way", () => {
  expect(sources.length).toBeGreaterThan(500);
  const named = sources.filter(
    (file) =>
      file !== "shared/config/config.ts" &&
      read(file)
        .split("\n")
        .some(
          (line) =>
            /npm run (-s )?(admin|migrate|api|issuer|renderer|mailer)\b/.test(line) &&
            !/^\s*(\*|\/\/|\/\*|#)/.test(line),
        ),
  );
  expect(named).toEqual([]);
});
