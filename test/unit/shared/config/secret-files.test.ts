import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { readConfig, secretKey } from "../../../../shared/config/config.js";

const schema = z.object({ SECRET_KEY: secretKey, BOARD_PASSWORD: z.string().optional(), PORT: z.string().optional() });
const key = Buffer.alloc(32, 7).toString("base64");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `${Math.random()}`);
  writeFileSync(file, content);
  return file;
}

test.each(["", "\n", "\r\n"])("a secret is the content of its file, without one line end at its end: %j", (end) => {
  expect(readConfig(schema, { SECRET_KEY_FILE: fileOf(`${key}${end}`) })).toEqual({ config: { SECRET_KEY: key } });
});

test("only one line end is taken off, and nothing at the beginning", () => {
  const read = readConfig(schema, { SECRET_KEY: key, BOARD_PASSWORD_FILE: fileOf(" a b \n\n") });
  expect(read).toMatchObject({ config: { BOARD_PASSWORD: " a b \n" } });
});

test("both given, and a file that is missing, empty or too large, are faults of that name, each told once", () => {
  const faultsOf = (environment: Record<string, string>) => {
    const read = readConfig(schema, environment);
    return "faults" in read ? read.faults : [];
  };
  const large = fileOf(Buffer.alloc(64 * 1_024 + 1, 65));
  const [empty, missing] = [fileOf("\n"), path.join(folder, "none")];
  expect(faultsOf({ SECRET_KEY: key, SECRET_KEY_FILE: fileOf(key) })).toEqual([
    "SECRET_KEY: set it or SECRET_KEY_FILE, not both",
  ]);
  expect(faultsOf({ SECRET_KEY_FILE: missing })).toEqual([expect.stringMatching(/^SECRET_KEY: the file .*ENOENT/)]);
  expect(faultsOf({ SECRET_KEY_FILE: empty })).toEqual([`SECRET_KEY: the file ${empty} is empty`]);
  expect(faultsOf({ SECRET_KEY_FILE: large })).toEqual([`SECRET_KEY: the file ${large} has more than 64 KiB`]);
  expect(faultsOf({ SECRET_KEY_FILE: folder })).toEqual([expect.stringMatching(/^SECRET_KEY: the file .*EISDIR/)]);
});

test("what is no secret is read from no file, and another process's file need not be there", () => {
  const environment = { SECRET_KEY: key, PORT_FILE: fileOf("3000"), WEBHOOK_KEY_FILE: path.join(folder, "none") };
  expect(readConfig(schema, environment)).toEqual({ config: { SECRET_KEY: key } });
});
