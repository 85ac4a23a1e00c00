import type { IncomingMessage, RequestListener } from "node:http";

export type ClientKeyOf = (request: IncomingMessage) => string;

/**
 * Begins one request in each turn of the event loop, and takes a request of each client in turn. Hundreds that arrive together would
 * otherwise keep the loop from everything else, until the last of them has begun: also from what the database answers about
 * others' requests.
 * @param whoseIs names the client: whoever could choose that name would have as many turns as names
 */
export function scheduleRoundRobin(listener: RequestListener, whoseIs: ClientKeyOf): RequestListener {
  const lines = new Map<string, (() => void)[]>();

  function beginNext(): void {
    const [next] = lines;
    if (!next) return;
    const [whose, line] = next;
    const begin = line.shift();
    // The others of this client wait behind those of all other clients.
    lines.delete(whose);
    if (line.length > 0) lines.set(whose, line);
    if (lines.size > 0) setImmediate(beginNext);
    begin?.();
  }

  return (request, response) => {
    if (lines.size === 0) setImmediate(beginNext);
    const whose = whoseIs(request);
    const line = lines.get(whose) ?? [];
    lines.set(whose, line);
    line.push(() => {
      // Its client may have gone away meanwhile.
      if (!request.destroyed) listener(request, response);
    });
  };
}
