import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { findFreePort } from "../../sandbox/servers/free-port.js";
import { waitFor } from "../../sandbox/wait-for.js";

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
const page = readFileSync(path.join(projectFolder, "shared", "deploy", "README.md"), "utf8");

/** The page's configuration, where nginx is installed (Debian: `nginx-light`), in front of servers that refuse in turn. */
describe.skipIf(!hasNginx)("nginx as the page has it", () => {
  let folder: string;
  let stop: () => Promise<void>;
  let origin: string;
  const ports: Record<"api" | "second" | "pages", number> = { api: 0, second: 0, pages: 0 };
  const serving = new Map<number, Server>();
  const seen: { who: number; url: string; forwarded: string }[] = [];

  const serve = async (port: number): Promise<void> => {
    const server = createServer((request, response) => {
      seen.push({ who: port, url: request.url ?? "", forwarded: String(request.headers["x-forwarded-for"]) });
      request.resume().on("end", () => response.end("served"));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    serving.set((server.address() as AddressInfo).port, server);
  };
  const end = async (port: number): Promise<void> => {
    const server = serving.get(port);
    serving.delete(port);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  };

  beforeAll(async () => {
    for (const name of ["api", "second", "pages"] as const) ports[name] = await findFreePort();
    const own = await findFreePort();
    const configuration = (/^```nginx\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? "")
      .replace("127.0.0.1:3000", `127.0.0.1:${ports.api}`)
      .replace("127.0.0.1:3001", `127.0.0.1:${ports.second}`)
      .replace("127.0.0.1:3002", `127.0.0.1:${ports.pages}`)
      .replace("listen 443 ssl", `listen 127.0.0.1:${own}`)
      .replace(/^ *ssl_.*\n/gm, "");
    folder = mkdtempSync(path.join(tmpdir(), "talonario-nginx-"));
    const file = path.join(folder, "nginx.conf");
    const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (one) => `${one}_temp_path ${folder}/${one};`,
    );
    writeFileSync(
      file,
      `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${places.join(" ")} ${configuration} }`,
    );
    const nginx = spawn("nginx", ["-c", file, "-p", folder, "-g", "daemon off; master_process off;"], {
      stdio: "ignore",
    });
    const ended = once(nginx, "exit");
    stop = async () => {
      nginx.kill();
      await ended;
    };
    origin = `http://127.0.0.1:${own}`;
    await waitFor(() => fetch(`${origin}/none`).then(({ status }) => status === 404), { message: "nginx to answer" });
  });
  afterAll(async () => {
    await stop?.();
    for (const port of [...serving.keys()]) await end(port);
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (to: string, bytes = 10) =>
    (
      await fetch(`${origin}${to}`, {
        method: "POST",
        body: Buffer.alloc(bytes),
        headers: { "x-forwarded-for": "6.6.6.6" },
      })
    ).status;

  test("no sale fails while processes refuse in turn, and none of them is left out once it serves", async () => {
    for (const port of Object.values(ports)) await serve(port);
    const statuses: number[] = [];
    const sell = async () => {
      for (let count = 0; count < 12; count++) statuses.push(await post("/api/demo/invoices"));
    };
    await sell();
    for (const port of [ports.api, ports.second]) {
      await end(port);
      await sell();
      await serve(port);
    }
    await sell();
    expect(new Set(statuses)).toEqual(new Set([200]));

    // All of them at once for a moment: the first that is back serves at once.
    await Promise.all([end(ports.api), end(ports.second)]);
    expect(await post("/api/demo/invoices")).toBe(502);
    await serve(ports.second);
    expect(await post("/api/demo/invoices")).toBe(200);
    await serve(ports.api);
    expect(new Set(seen.map(({ forwarded }) => forwarded))).toEqual(new Set(["127.0.0.1"]));
  });

  test.each([
    ["/api/demo/invoices", "api"],
    ["/docs", "api"],
    ["/mcp", "api"],
    ["/openapi.json", "api"],
    ["/", "pages"],
    ["/app", "pages"],
    ["/app/main.js", "pages"],
    ["/favicon.ico", "pages"],
    ["/payments/mercadopago", "pages"],
    ["/metrics", undefined],
    ["/health/ready", undefined],
    ["/board", undefined],
    ["/application", undefined],
  ] as const)("%s leads to the %s", async (to, whose) => {
    seen.length = 0;
    const { status } = await fetch(`${origin}${to}`);
    expect([status, seen.map(({ who }) => (who === ports.pages ? "pages" : "api"))]).toEqual(
      whose ? [200, [whose]] : [404, []],
    );
  });

  test("a batch may be as large as the API takes, and other bodies as large as theirs", async () => {
    const [mebibyte, batch, invoice] = [1024 ** 2, "/api/demo/batches", "/api/demo/invoices"];
    expect([await post(batch, 8 * mebibyte), await post(invoice, mebibyte)]).toEqual([200, 200]);
    expect([await post(batch, 10 * mebibyte), await post(invoice, 3 * mebibyte)]).toEqual([413, 413]);
  });
});
