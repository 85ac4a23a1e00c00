import type { IncomingMessage, RequestListener } from "node:http";

/**
 * Begins one request in each turn of the event loop, and takes a request of each key in turn. Hundreds that arrive together would
 * otherwise keep the loop from everything else, until the last of them has begun: also from what the database answers about
 * others' requests. A request without a key counts for its address.
 */
export function beginInTurn(listener: RequestListener): RequestListener {
  const lines = new Map<string, (() => void)[]>();

  function beginNext(): void {
    const [next] = lines;
    if (!next) return;
    const [whose, line] = next;
    const begin = line.shift();
    // The others of this key wait behind those of all other keys.
    lines.delete(whose);
    if (line.length > 0) lines.set(whose, line);
    if (lines.size > 0) setImmediate(beginNext);
    begin?.();
  }

  return (request, response) => {
    if (lines.size === 0) setImmediate(beginNext);
    const line = lines.get(whoseIs(request)) ?? [];
    lines.set(whoseIs(request), line);
    line.push(() => {
      // Its client may have gone away meanwhile.
      if (!request.destroyed) listener(request, response);
    });
  };
}

const whoseIs = ({ headers, socket }: IncomingMessage): string => headers.authorization ?? `${socket.remoteAddress}`;
