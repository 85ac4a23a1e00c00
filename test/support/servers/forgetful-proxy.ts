import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Stands before the API and loses the first answer to each body, after the API has given it. */
export interface ForgetfulProxy extends AsyncDisposable {
  origin: string;
  /** The statuses of the answers that were lost. */
  lost: number[];
}

export async function startForgetfulProxy(origin: string): Promise<ForgetfulProxy> {
  const lost: number[] = [];
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const body = Buffer.concat(chunks).toString();
    const answer = await fetch(origin + request.url, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(body !== "" && { body }),
    });
    const text = await answer.text();
    if (seen.has(body)) {
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
      return;
    }
    seen.add(body);
    lost.push(answer.status);
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
