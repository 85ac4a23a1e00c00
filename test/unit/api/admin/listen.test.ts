import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { forwardEvent } from "../../../../api/admin/listen/forward-event.js";
import { keptSecret } from "../../../../api/admin/listen/kept-secret.js";
import { newWebhookSecret } from "../../../../shared/webhooks/sign.js";

const folder = mkdtempSync(path.join(tmpdir(), "talonario-listen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the secret of a company and environment is kept, for this user alone", () => {
  const file = path.join(folder, "deep", "secrets.json");
  const secret = keptSecret("demo/homologation", file);
  expect(secret).toMatch(/^whsec_/);
  expect(keptSecret("demo/production", file)).not.toBe(secret);
  expect(keptSecret("demo/homologation", file)).toBe(secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual(["demo/homologation", "demo/production"]);
});

test("a file of secrets that cannot be read is named, and not replaced", () => {
  const file = path.join(folder, "broken.json");
  writeFileSync(file, "{");
  expect(() => keptSecret("demo/homologation", file)).toThrow(`${file} cannot be read`);
  expect(readFileSync(file, "utf8")).toBe("{");
});

test("an event is forwarded once, signed, and what came of it is told", async () => {
  const secret = newWebhookSecret();
  const event = { id: "evt_1", type: "ping", body: '{"type":"ping","data":{"ñ":1}}' };
  const seen: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    seen.push(new Webhook(secret).verify(body, request.headers as Record<string, string>));
    response.writeHead(307, { location: "/elsewhere" }).end("x".repeat(100_000));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const never = new AbortController().signal;
  const ms = expect.any(Number);
  expect(await forwardEvent(url, secret, event, never)).toEqual({ status: 307, error: null, ms });
  expect(seen).toEqual([JSON.parse(event.body)]);

  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await forwardEvent(url, secret, event, never)).toEqual({
    status: null,
    error: expect.stringContaining("ECONNREFUSED"),
    ms,
  });
  expect(await forwardEvent(url, secret, event, AbortSignal.abort())).toMatchObject({ status: null });
});
