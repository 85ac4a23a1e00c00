import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { conformanceVariable, type KeptRequest } from "../authority/conformance.js";
import { groupBy } from "./readers/group-by.js";

// Every Vitest project loads this file as its own module instance, but all projects collect into one file.
const shared = globalThis as { talonarioConformance?: { users: number; folder: string } };

/** Makes every simulator of the run, in any process, keep the requests that our code sends. */
export function setup(): void {
  shared.talonarioConformance ??= { users: 0, folder: mkdtempSync(path.join(tmpdir(), "talonario-conformance-")) };
  shared.talonarioConformance.users += 1;
  process.env[conformanceVariable] = path.join(shared.talonarioConformance.folder, "requests.jsonl");
}

/** Checks them against the schemas of their services and prints how many there were. An invalid request fails the run. */
export async function teardown(): Promise<void> {
  const held = shared.talonarioConformance;
  if (!held) return;
  held.users -= 1;
  if (held.users > 0) return;
  delete shared.talonarioConformance;
  const requests = readRequests(path.join(held.folder, "requests.jsonl"));
  rmSync(held.folder, { recursive: true, force: true });
  if (requests.length === 0) return;

  const invalid = await judge(requests);
  const counts = [...groupBy(requests, ({ operation }) => operation)]
    .map(([operation, same]) => `${operation} ${same.length}`)
    .sort();
  console.log(
    `\nRequests to the simulated authority, checked against the WSDLs: ${requests.length}, ${invalid.length} of them invalid.\n  ${counts.join(", ")}\n`,
  );
  const [first] = invalid;
  if (!first) return;
  console.error(`FAILED  ${first.operation}: ${first.problems.join(" ")}\n${first.body}\n`);
  // Not thrown: that would skip the other teardowns.
  process.exitCode = 1;
}

async function judge(requests: KeptRequest[]): Promise<(KeptRequest & { problems: string[] })[]> {
  const { openSchemaCheck } = await import("../authority/official-schema.js");
  const checks = new Map([...new Set(requests.map(({ wsdl }) => wsdl))].map((wsdl) => [wsdl, openSchemaCheck(wsdl)]));
  return requests
    .map((request) => ({ ...request, problems: checks.get(request.wsdl)?.(request.body) ?? [] }))
    .filter(({ problems }) => problems.length > 0);
}

function readRequests(file: string): KeptRequest[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as KeptRequest);
}
