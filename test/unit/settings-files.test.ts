import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectFolder } from "../../shared/assets/assets.js";

const read = (file: string) => readFileSync(path.join(projectFolder, file), "utf8");

let folder: string;
/** The files of settings, by name, as the commands of the page make them: each a list of lines NAME=value. */
let files: Record<string, string[]>;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "talonario-settings-"));
  const page = read("shared/deploy/without-docker.md");
  const blocks = [...page.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, , text = ""]) => text);
  const [making = ""] = blocks.filter((block) => block.includes("cat > common.env"));
  const [moving = ""] = blocks.filter((block) => block.includes("target_session_attrs"));
  const script = [
    // What is no file of settings is none of ours.
    ...["systemctl", "runuser"].map((name) => `${name}() { :; }`),
    "talonario() { echo a-public-key; }",
    making.replaceAll("/etc/talonario", folder).replaceAll("/etc/redis/redis.conf", `${folder}/redis.conf`),
    `cd ${folder}`,
    moving,
  ].join("\n");
  writeFileSync(path.join(folder, "script"), script);
  execFileSync("bash", ["-eu", path.join(folder, "script")], { stdio: ["ignore", "ignore", "inherit"] });
  const made = readdirSync(folder).filter((name) => name.endsWith(".env"));
  const linesOf = (name: string) => readFileSync(path.join(folder, name), "utf8").trim().split("\n");
  files = Object.fromEntries(made.map((name) => [name.replace(".env", ""), linesOf(name)]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const namesIn = (file: string) => (files[file] ?? []).map((line) => line.split("=")[0] ?? "");

/** Who reads each setting: the last line with brackets before it in .env.example. */
function readers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let last: string[] = [];
  for (const line of read(".env.example").split("\n")) {
    last = /^# \[(.*)\]$/.exec(line)?.[1]?.split(", ") ?? last;
    const name = /^([A-Z0-9_]+)=/.exec(line)?.[1];
    if (name) found.set(name, last);
  }
  return found;
}

/** Whoever has it gets somewhere. A URL may carry a password; the public half of a key is none. */
const isSecret = (name: string) =>
  /PASSWORD|SECRET|KEY|HEADERS|(DATABASE|REDIS|SMTP)_URL$/.test(name) && name !== "SEALING_KEY";

test("no secret of .env.example stands in the file that all processes read", () => {
  const secrets = [...readers().keys()].filter(isSecret);
  expect(secrets).toEqual(expect.arrayContaining(["SECRET_KEY", "SMTP_URL", "REDIS_URL", "DATABASE_PASSWORD_API"]));
  expect(namesIn("common").filter(isSecret)).toEqual([]);
  expect(namesIn("common")).toContain("PDF_STORAGE_URL");
});

test("the file of each process has what that process reads, and nothing of another's", () => {
  const ofFile = {
    api: ["api"],
    issuer: ["issuer"],
    renderer: ["renderer"],
    mailer: ["mailer"],
    operator: ["admin", "migrate"],
  };
  expect(Object.keys(files).sort()).toEqual(["common", ...Object.keys(ofFile)].sort());
  for (const [file, who] of Object.entries(ofFile)) {
    const foreign = namesIn(file).filter(
      (name) =>
        !name.startsWith("AWS_") &&
        !readers()
          .get(name)
          ?.some((one) => who.includes(one)),
    );
    expect([file, foreign]).toEqual([file, []]);
  }
  for (const file of ["api", "issuer", "renderer", "mailer", "operator"])
    expect(namesIn(file)).toEqual(expect.arrayContaining(["DATABASE_URL", "REDIS_URL"]));
  for (const file of ["mailer", "operator"])
    expect(namesIn(file)).toEqual(expect.arrayContaining(["SMTP_URL", "MAIL_FROM"]));
});

test("on several hosts each process has a pair of keys of the bucket, and knows where PostgreSQL and Redis are", () => {
  for (const file of ["api", "issuer", "renderer", "mailer", "operator"]) {
    expect(namesIn(file).filter((name) => name.startsWith("AWS_"))).toEqual([
      "AWS_ACCESS_KEY_ID",
      "AWS_SECRET_ACCESS_KEY",
    ]);
    const text = (files[file] ?? []).join("\n");
    expect(text).toContain("@one:5432,two:5432,three:5432/talonario?target_session_attrs=read-write");
    expect(text).toContain("redis+sentinel://");
  }
  expect(files.common?.join()).toContain("s3://bucket/prefix");
});
