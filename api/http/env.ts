import type { Context } from "hono";
import type { Caller } from "../../shared/db/company/caller.js";
import type { ApiError } from "./errors.js";
import type { Handling } from "./handling.js";

/** The variables that middleware sets for the routes. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    handling: Handling;
    /** Counts the request for as many more: it is larger than others. Made by `limitRates`. */
    countMore?: (c: Context<ApiEnv>, requests: number) => Promise<void>;
    /** Person who is signed in, on a page of the web application; also where no company is concerned. */
    userEmail?: string | undefined;
    /** Deferred 429 of an agent's message, kept until it is known what the message asks for. */
    refusal?: ApiError;
  };
}
