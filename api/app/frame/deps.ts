import type { Database } from "../../../shared/db/pool/database.js";
import type { ApiKeyCache } from "../../authentication/api-key-cache.js";
import type { ApiDeps } from "../../routes/deps.js";

/** Dependencies of the pages beyond their own API. */
export interface AppDeps extends ApiDeps {
  people: Database;
  callers: ApiKeyCache;
}
