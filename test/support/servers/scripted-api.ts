import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What the API does with a request: it answers, never answers, or resets the connection. */
export type Act = { status?: number; headers?: Record<string, string>; body?: unknown } | "hang" | "reset";

export interface CalledApi extends AsyncDisposable {
  baseUrl: string;
  calls: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[];
}

/** An HTTP server that does one act after the other, and the last one again and again. */
export async function startScriptedApi(...acts: Act[]): Promise<CalledApi> {
  const calls: CalledApi["calls"] = [];
  const server = createServer(async (incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    const act = acts[Math.min(calls.length, acts.length - 1)];
    calls.push({ method, url, headers, body: await text(incoming) });
    if (act === "reset") incoming.socket.resetAndDestroy();
    else if (act && act !== "hang") {
      const { status = 200, headers: answered = {}, body = { ok: true, result: null } } = act;
      response.writeHead(status, { "Content-Type": "application/json", ...answered });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
