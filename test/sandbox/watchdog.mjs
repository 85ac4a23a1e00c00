// Ends the watched processes when the launcher has ended. Standard input is a pipe from the launcher: it closes in any case when
// the launcher ends. Each line is a JSON object: {"watch": {"pid", "startedAt", "signal"}} or {"forget": pid}.
// When the pipe closes, each watched process gets its signal, and 5 seconds later SIGKILL, with all its children. Then the files
// named as arguments are removed.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { descendantsOf, isRunning } from "../../shared/launch/process-table.mjs";

const graceMs = 5_000;
const watched = new Map();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const { watch, forget } = JSON.parse(line);
  if (watch) watched.set(watch.pid, watch);
  else watched.delete(forget);
}
await endAll([...watched.values()].filter(isRunning));
if (watched.size > 0) for (const file of process.argv.slice(2)) rmSync(file, { force: true });

async function endAll(named) {
  if (named.length === 0) return;
  const all = [...named, ...descendantsOf(named.map(({ pid }) => pid))];
  for (const { pid, signal } of named) send(pid, signal);
  for (const end = Date.now() + graceMs; Date.now() < end && all.some(isRunning); ) await sleep(50);
  for (const one of all.filter(isRunning)) send(one.pid, "SIGKILL");
  for (const end = Date.now() + graceMs; Date.now() < end && all.some(isRunning); ) await sleep(20);
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {}
}
