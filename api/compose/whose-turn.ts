import type { Callers } from "../authentication/callers.js";
import type { WhoseTurn } from "../http/begin-in-turn.js";
import { secretOf } from "../middleware/authenticate.js";
import { addressOfRequest } from "../middleware/client-address.js";

/**
 * In whose turn a request begins: its client's address counts, so that nobody gets more turns by headers that they make up. A key that
 * was right has turns of its own, wherever it is used from.
 */
export const whoseTurn =
  (callers: Pick<Callers, "wasRight">, trustProxy: number): WhoseTurn =>
  (request) => {
    const secret = secretOf(request.headers.authorization);
    return secret !== undefined && callers.wasRight(secret) ? `key ${secret}` : addressOfRequest(request, trustProxy);
  };
