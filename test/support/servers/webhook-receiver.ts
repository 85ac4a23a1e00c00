import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { waitFor } from "../../sandbox/wait-for.js";

/** A request that an endpoint got. */
export interface ReceivedWebhook {
  /** The path, by which one receiver plays several endpoints. */
  path: string;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  payload: any;
}

/** What an endpoint does with a request: a status to answer, never to answer, or to reset the connection. */
export type Reaction = number | "hang" | "reset";

export interface WebhookReceiver extends AsyncDisposable {
  /** Ends without a slash. */
  url: string;
  received: ReceivedWebhook[];
  at(path: string): ReceivedWebhook[];
  /** The most requests that one path had open at the same time. */
  mostOpen(path: string): number;
  /** The requests to this path that hang now. */
  hanging(path: string): number;
  /** Answers all that hang, and from now on takes whatever comes. With a path, this one's alone. */
  release(path?: string): void;
  /** Closes the port and every connection, as if the receiver had ended. Gives a function that opens the port again. */
  vanish(): Promise<() => Promise<unknown>>;
}

/** An HTTP server that plays the endpoints of webhooks, and takes all that it is given unless `react` says otherwise. */
export async function startWebhookReceiver(
  react: (request: ReceivedWebhook, attempt: number) => Reaction = () => 200,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const hanging = new Map<ServerResponse, string>();
  const released = new Set<string | undefined>();
  const isReleased = (path: string) => released.has(path) || released.has(undefined);
  const at = (path: string) => received.filter((one) => one.path === path);

  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => undefined);
    if (body === undefined) return; // the sender died, or the port was closed
    const path = incoming.url ?? "";
    const request = { path, headers: incoming.headers as Record<string, string>, body, payload: JSON.parse(body) };
    received.push(request);
    const now = (open.get(path) ?? 0) + 1;
    open.set(path, now);
    most.set(path, Math.max(now, most.get(path) ?? 0));
    response.on("close", () => {
      open.set(path, (open.get(path) ?? 0) - 1);
      hanging.delete(response);
    });
    const id = request.headers["webhook-id"];
    const attempt = at(path).filter(({ headers }) => headers["webhook-id"] === id).length;
    const wished = react(request, attempt);
    const reaction = isReleased(path) ? 200 : wished;
    if (reaction === "hang") hanging.set(response, path);
    else if (reaction === "reset") incoming.socket.resetAndDestroy();
    else response.writeHead(reaction).end(`answer ${attempt}`);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return true;
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    at,
    mostOpen: (path) => most.get(path) ?? 0,
    hanging: (path) => [...hanging.values()].filter((one) => one === path).length,
    release(path) {
      released.add(path);
      for (const [response, of] of hanging) if (isReleased(of)) response.writeHead(200).end();
    },
    async vanish() {
      await close();
      // Meanwhile a connection of somebody else may have got it.
      return () => waitFor(() => listen(port), { message: `port ${port}` });
    },
    [Symbol.asyncDispose]: close,
  };
}
