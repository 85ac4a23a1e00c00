import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { openSession, readVerdict } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), "authority-"));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

test("numbers, tickets and client certificates survive a restart, even with a torn last line", async () => {
  const first = await startAuthority({ dataFolder });
  const session = await openSession(first, "30712345671");
  const before = readVerdict(await session.issue(1, 6, [{ number: 1 }, { number: 2 }]));
  await first.close();
  appendFileSync(path.join(dataFolder, "ledger-homologation.jsonl"), '{"cuit":"30712345671","pos":1,"num');

  const second = await startAuthority({ dataFolder });
  const again = await openSession(second, "30712345671");
  const kept = await again.call("FECompUltimoAutorizado", "<PtoVta>1</PtoVta><CbteTipo>6</CbteTipo>", session.auth);
  expect(kept.text).toContain("<CbteNro>2</CbteNro>");
  const after = readVerdict(await again.issue(1, 6, [{ number: 3 }]));
  expect(after.header).toBe("A");
  expect(Number(after.caes[0])).toBeGreaterThan(Number(before.caes[1]));
  expect(await controlAuthority(second.control).ledger()).toHaveLength(3);
  await second.close();
});

async function spawnProcess(...args: string[]) {
  const child = spawn(process.execPath, ["--import", "tsx", "test/authority/main.ts", ...args], {
    cwd: projectFolder,
    env: { AUTHORITY_DATA: dataFolder, AUTHORITY_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const said = await new Promise<string>((resolve) => child.stdout?.once("data", (data) => resolve(String(data))));
  return { child, exited, said };
}

async function spawnAuthority() {
  const { child, exited, said } = await spawnProcess();
  const { url } = JSON.parse(said) as { url: string };
  return { child, exited, authority: { url, control: `${url}/control`, close: async () => {} } };
}

test("the simulator process keeps its grants when it is killed right after an answer, and stops when its parent ends", async () => {
  const first = await spawnAuthority();
  const session = await openSession(first.authority, "30712345671");
  expect(readVerdict(await session.issue(1, 6, [{ number: 1 }])).header).toBe("A");
  first.child.kill("SIGKILL");
  await first.exited;

  const second = await spawnAuthority();
  const again = await openSession(second.authority, "30712345671");
  expect(await again.lastNumber(1, 6)).toBe(1);
  second.child.disconnect();
  expect(await second.exited).toBe(0);
});

test("the simulator prints the addresses of its services and control routes, and all of them answer", async () => {
  const { child, exited, said } = await spawnProcess("--text");
  const services = [...said.matchAll(/TAXAUTH_\w+_URL +(http\S+)/g)].map(([, url]) => url ?? "");
  expect(services).toHaveLength(10);
  for (const url of services) expect((await fetch(`${url}?wsdl`)).status).toBe(200);
  const control = /below (http\S+):/.exec(said)?.[1];
  for (const [, route] of said.matchAll(/GET +(\/\w+)/g)) expect((await fetch(`${control}${route}`)).status).toBe(200);
  child.disconnect();
  expect(await exited).toBe(0);
});
