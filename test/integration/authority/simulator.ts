import { afterAll } from "vitest";
import { openSession } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import { startAuthority } from "../../authority/server.js";

export const cuit = "30712345671";

/** Opens a simulator for the whole test file, and one taxpayer's session with it. It is closed after the file's tests. */
export async function openSimulator() {
  const authority = await startAuthority();
  afterAll(() => authority.close());
  return { authority, control: controlAuthority(authority.control), session: await openSession(authority, cuit) };
}
