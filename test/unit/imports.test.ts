import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../shared/assets.js";

/** Where each kind of file may import from, and what to do instead. First match counts. */
const layers: { folder: string; may: RegExp; instead: string }[] = [
  {
    folder: "shared/domain/",
    may: /^(shared\/domain\/|decimal\.js$)/,
    instead: "domain rules take what they need as arguments",
  },
  {
    folder: "shared/queues/",
    may: /^(shared\/(queues|domain)\/|shared\/log|zod$|bullmq$|ioredis$|node:)/,
    instead: "queues carry ids; look the rest up in shared/db",
  },
  {
    folder: "shared/db/",
    may: /^(shared\/(db|domain|seal|assets|config)|@prisma\/|pg$|zod$|node:)/,
    instead: "the database knows no process and no wire format",
  },
  {
    folder: "shared/",
    may: /^(shared\/|(?!hono|playwright|mjml|nodemailer|redlock)[^.]*$)/,
    instead: "what one process alone needs lives in its folder",
  },
  {
    folder: "api/",
    may: /^(api|shared)\/|^(?!redlock|xml2js|playwright|mjml|nodemailer|@prisma)[@a-z]/,
    instead: "processes meet in shared/queues and shared/db only",
  },
  {
    folder: "issuer/",
    may: /^(issuer|shared)\/|^(?!hono|@hono|playwright|mjml|nodemailer|@prisma)[@a-z]/,
    instead: "processes meet in shared/queues and shared/db only",
  },
  {
    folder: "renderer/",
    may: /^(renderer|shared)\/|^(?!hono|@hono|redlock|xml2js|mjml|nodemailer|@prisma)[@a-z]/,
    instead: "processes meet in shared/queues and shared/db only",
  },
  {
    folder: "mailer/",
    may: /^(mailer|shared)\/|^(?!hono|@hono|redlock|xml2js|playwright|@prisma)[@a-z]/,
    instead: "processes meet in shared/queues and shared/db only",
  },
];

const otherProcess = /^(api|issuer|renderer|mailer|test)\//;

function sourceFiles(): string[] {
  return ["api", "issuer", "renderer", "mailer", "shared"].flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
      .map((file) => path.posix.join(folder, file)),
  );
}

function importsOf(file: string): string[] {
  const text = readFileSync(path.join(projectFolder, file), "utf8");
  return [...text.matchAll(/(?:^|\n)(?:import|export)\s[^;]*?from\s+"([^"]+)"|(?:^|\n)import\s+"([^"]+)"/g)].map(
    (match) => {
      const target = match[1] ?? match[2] ?? "";
      return target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target) : target;
    },
  );
}

test("every import goes in the one allowed direction", () => {
  const wrong = sourceFiles().flatMap((file) => {
    const layer = layers.find(({ folder }) => file.startsWith(folder));
    const own = file.split("/")[0];
    return importsOf(file)
      .filter((target) => !layer?.may.test(target) || (otherProcess.test(target) && !target.startsWith(`${own}/`)))
      .map((target) => `${file} imports ${target}: ${layer?.instead}`);
  });
  expect(wrong).toEqual([]);
});

test("process.env is read in shared/config.ts alone", () => {
  const readers = sourceFiles().filter((file) =>
    readFileSync(path.join(projectFolder, file), "utf8").includes("process.env"),
  );
  expect(readers).toEqual(["shared/config.ts"]);
});
