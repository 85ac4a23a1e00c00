import { type Context, Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { isLoopback } from "../../shared/config/loopback.js";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { parseUrl } from "../../shared/domain/parse-url.js";
import { languageOf, localize } from "../http/answer-language.js";
import type { ApiEnv } from "../http/env.js";
import { ApiError } from "../http/errors.js";
import { limitBody } from "../middleware/limit-body.js";
import type { BodyPlaces } from "../parsing/body-places.js";
import { readJsonBody } from "../parsing/read-body.js";
import type { ApiDeps } from "../routes/deps.js";

const maxBodyBytes = 1_048_576;

/** The codes of JSON-RPC 2.0. */
const faults = { parseError: -32700, invalidRequest: -32600 };

interface McpParts {
  /** Finds the caller by the key alone. */
  findCaller: MiddlewareHandler<ApiEnv>;
  /** Rate limiter of the routes, so that requests and messages count together. */
  rates: MiddlewareHandler<ApiEnv>;
  bodies: BodyPlaces;
}

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, answers as JSON. Source: api/README.md, "Agents".
 * @param routes those of `createInProcessRoutes`
 */
export function createMcp(deps: ApiDeps, routes: Hono<ApiEnv>, { findCaller, rates, bodies }: McpParts): Hono<ApiEnv> {
  /**
   * Agents send no Origin; pages do. The request's own Host proves nothing: a page can bring its name to our address.
   * The protocol's page on transports asks for it.
   */
  const ownOrigin = deps.config.APP_URL;
  const refuseOtherSites = createMiddleware<ApiEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && !isSameOrigin(origin, ownOrigin)) throw new ApiError(403, fromOtherSite);
    await next();
  });

  return new Hono<ApiEnv>({ strict: false }).post(
    "/mcp",
    refuseOtherSites,
    findCaller,
    countMessage(rates),
    limitBody(bodies, () => maxBodyBytes),
    async (c) => {
      const read = await readMessage(c);
      if ("fault" in read) return c.json(read.fault, 400);
      const { message } = read;
      const refusal = c.get("refusal");
      if (refusal && !isToolCall(message)) throw refusal;
      // Loaded with the first message: the protocol's package checks schemas, which takes as long to load as all routes.
      const { answerMessage } = await import("./answer-message.js");
      const reader = languageOf(c.req.header("accept-language"));
      const made = { caller: c.get("caller"), requestId: c.get("requestId"), reader, refusal };
      const answer = await answerMessage(deps, routes, made, c.req.raw, message);
      // Made by the context, so that it has the headers of the limits too.
      return c.newResponse(answer.body, answer);
    },
  );
}

const fromOtherSite: LocalizedText = {
  en: "The request comes from a page of another site.",
  es: "El pedido viene de una página de otro sitio.",
};
const oneMessage: LocalizedText = { en: "Send one message in a request.", es: "Enviá un solo mensaje por pedido." };

/** The message of a request, or why it is none, as JSON-RPC says it, by the codes of its version 2.0. */
async function readMessage(c: Context<ApiEnv>): Promise<{ message: unknown } | { fault: object }> {
  const fault = (code: number, text: string) => ({
    fault: { jsonrpc: "2.0", error: { code, message: text }, id: null },
  });
  try {
    const message = await readJsonBody(c);
    // One message a request, as the protocol has it since 2025-06-18: so no request does the work of many.
    return Array.isArray(message) ? fault(faults.invalidRequest, localize(c)(oneMessage)) : { message };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    return fault(faults.parseError, localize(c)(error.said));
  }
}

/** This machine has several names, and pages of all of them are its own. */
function isSameOrigin(origin: string, own: string | undefined): boolean {
  const one = parseUrl(origin);
  if (own === undefined || !one) return false;
  const other = new URL(own);
  if (one.protocol !== other.protocol || one.port !== other.port) return false;
  return one.hostname === other.hostname || (isLoopback(one.hostname) && isLoopback(other.hostname));
}

const isToolCall = (message: unknown) => Object(message).method === "tools/call";

/** Counts this message for the limits per minute, whatever it holds. The 429 is kept until it is known what it asks for. */
const countMessage = (rates: MiddlewareHandler<ApiEnv>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    try {
      await rates(c, async () => {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      c.set("refusal", error);
    }
    await next();
  });
