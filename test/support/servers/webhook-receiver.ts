import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that an endpoint got. */
export interface ReceivedWebhook {
  /** The path, by which one receiver plays several endpoints. */
  path: string;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  payload: any;
}

/** What an endpoint does with a request: a status to answer, or never to answer. */
export type Reaction = number | "hang";

export interface WebhookReceiver extends AsyncDisposable {
  /** Ends without a slash. */
  url: string;
  received: ReceivedWebhook[];
  at(path: string): ReceivedWebhook[];
  /** The most requests that one path had open at the same time. */
  mostOpen(path: string): number;
  /** Answers all that hang, and hangs no more. */
  release(): void;
}

/** An HTTP server that plays the endpoints of webhooks, and takes all that it is given unless `react` says otherwise. */
export async function startWebhookReceiver(
  react: (request: ReceivedWebhook, attempt: number) => Reaction = () => 200,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const hanging = new Set<ServerResponse>();
  let isReleased = false;
  const at = (path: string) => received.filter((one) => one.path === path);

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const path = incoming.url ?? "";
    const body = Buffer.concat(chunks).toString("utf8");
    const request = { path, headers: incoming.headers as Record<string, string>, body, payload: JSON.parse(body) };
    received.push(request);
    const now = (open.get(path) ?? 0) + 1;
    open.set(path, now);
    most.set(path, Math.max(now, most.get(path) ?? 0));
    response.on("close", () => open.set(path, (open.get(path) ?? 0) - 1));
    const id = request.headers["webhook-id"];
    const attempt = at(path).filter(({ headers }) => headers["webhook-id"] === id).length;
    const reaction = isReleased ? 200 : react(request, attempt);
    if (reaction === "hang") hanging.add(response);
    else response.writeHead(reaction).end(`answer ${attempt}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    at,
    mostOpen: (path) => most.get(path) ?? 0,
    release() {
      isReleased = true;
      for (const response of hanging) response.writeHead(200).end();
      hanging.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
