import type { ApiKeyCache } from "../authentication/api-key-cache.js";
import type { ClientKeyOf } from "../http/schedule-round-robin.js";
import { secretOf } from "../middleware/authenticate.js";
import { addressOfRequest } from "../middleware/client-address.js";

/**
 * In whose turn a request begins: its client's address counts, so that nobody gets more turns by headers that they make up. A key that
 * was right has turns of its own, wherever it is used from.
 */
export const clientKeyOf =
  (callers: Pick<ApiKeyCache, "wasValid">, trustProxy: number): ClientKeyOf =>
  (request) => {
    const secret = secretOf(request.headers.authorization);
    return secret !== undefined && callers.wasValid(secret) ? `key ${secret}` : addressOfRequest(request, trustProxy);
  };
