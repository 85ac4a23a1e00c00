import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimLock } from "../../../shared/launch/process-lock.mjs";
import { startTimeOf } from "../../../shared/launch/process-table.mjs";

let file: string;
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), "talonario-lock-")), "lock");
});
afterEach(() => rmSync(path.dirname(file), { recursive: true }));

const claim = () => {
  const lock = claimLock(file);
  return lock.holder ? lock.holder.pid : lock;
};

test("one process holds a lock until it is released", () => {
  const lock = claimLock(file);
  expect(claim()).toBe(process.pid);

  if (!lock.holder) lock.release();
  expect(existsSync(file)).toBe(false);
});

test.each([
  { name: "of a dead process", content: { pid: 2 ** 22 + 1, startedAt: "1" } },
  { name: "whose pid now belongs to another process", content: { pid: process.ppid, startedAt: "1" } },
  { name: "cut short", content: undefined },
])("a lock $name is taken over", ({ content }) => {
  writeFileSync(file, JSON.stringify(content) ?? "{");
  expect(claim()).toHaveProperty("release");
});

test("a living holder keeps its lock", () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: startTimeOf(process.ppid) }));
  expect(claim()).toBe(process.ppid);
});
