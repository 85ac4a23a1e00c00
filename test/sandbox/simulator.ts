import path from "node:path";
import { programFile, projectFolder } from "../../shared/assets/assets.js";
import { openCertificateAuthority } from "../authority/certificate-authority.js";
import { sandboxPaths } from "./sandbox-folder.js";
import { type Running, spawnService } from "./spawn-service.js";
import { waitForService } from "./wait-for-service.js";

const logFile = path.join(sandboxPaths.logs, "authority.log");

/** Starts the simulated tax authority on a port of 127.0.0.1 and returns when it listens. */
export async function startSimulator(
  port: number,
  given: Record<string, string>,
  onSpawn: (pid: number) => void,
): Promise<Running & { url: string }> {
  const simulator = spawnService({
    command: process.execPath,
    args: [programFile("test/authority/main")],
    env: { ...given, AUTHORITY_PORT: `${port}`, AUTHORITY_DATA: sandboxPaths.authority },
    cwd: projectFolder,
    logFile,
    onSpawn,
  });
  const url = `http://127.0.0.1:${port}`;
  const answersAnything = async () => (await fetch(url)).status > 0;
  await waitForService(simulator, answersAnything, { name: "the authority's simulator", logFile });
  return { ...simulator, url };
}

/** Signs certificate requests with the simulator's certification authority, or with the sandbox's own without a simulator. */
export function certificateSigner(authorityUrl: string | null): (csr: string) => Promise<string> {
  if (authorityUrl === null) {
    return async (csr) => (await openCertificateAuthority(sandboxPaths.authority)).sign(csr);
  }
  return async (csr) => {
    const response = await fetch(`${authorityUrl}/control/certificates`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csr }),
    });
    if (!response.ok) throw new Error(`the simulator did not sign a certificate: ${await response.text()}`);
    const { certificate } = (await response.json()) as { certificate: string };
    return certificate;
  };
}
