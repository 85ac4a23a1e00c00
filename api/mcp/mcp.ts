import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Caller } from "../../shared/db/company/caller.js";
import { isLoopback } from "../../shared/loopback.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { ApiError } from "../errors.js";
import { limitBody } from "../middleware/limit-body.js";
import { readJsonBody } from "../request/read-body.js";
import { toToolError } from "./answer-tool.js";
import { callTool } from "./call-tool.js";
import { describeTools } from "./describe-tools.js";
import { instructionsFor } from "./instructions.js";

const maxBodyBytes = 1_048_576;

interface McpParts {
  /** Finds the caller by the key alone. */
  findCaller: MiddlewareHandler<ApiEnv>;
  /** That of the routes, so that requests and messages count together. */
  rates: MiddlewareHandler<ApiEnv>;
}

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, answers as JSON. Source: api/README.md, "Agents".
 * @param routes those of `createOwnRoutes`
 */
export function createMcp(deps: ApiDeps, routes: Hono<ApiEnv>, { findCaller, rates }: McpParts): Hono<ApiEnv> {
  const described = describeTools();
  /**
   * Agents send no Origin; pages do. The request's own Host proves nothing: a page can bring its name to our address.
   * The protocol's page on transports asks for it.
   */
  const ownOrigin = deps.config.APP_URL;
  const refuseOtherSites = createMiddleware<ApiEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && !isOwnOrigin(origin, ownOrigin))
      throw new ApiError(403, "The request comes from a page of another site.");
    await next();
  });

  function open(caller: Caller, requestId: string, refusal: ApiError | undefined): Server {
    const server = new Server(
      { name: "talonario", version: "1" },
      { capabilities: { tools: {} }, instructions: instructionsFor(caller) },
    );
    const shown = described.filter(({ scope }) => scope === undefined || caller.scopes.includes(scope));
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: shown.map(({ tool }) => tool) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const found = described.find(({ name }) => name === params.name);
      if (!found) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
      // Said as a tool's error, a model reads how long to wait. Most clients show it nothing of an HTTP status.
      if (refusal) return toToolError(refusal.status, { error: refusal.message }, refusal.headers["Retry-After"]);
      return callTool(deps, routes, found, params.arguments ?? {}, { caller, requestId });
    });
    return server;
  }

  return new Hono<ApiEnv>({ strict: false }).post(
    "/mcp",
    refuseOtherSites,
    findCaller,
    countMessage(rates),
    limitBody(() => maxBodyBytes),
    async (c) => {
      const message = await readJsonBody(c).catch((error) => {
        if (error instanceof ApiError && error.status === 400) return error;
        throw error;
      });
      if (message instanceof ApiError) return c.json(parseError(message), 400);
      // One message a request, as the protocol has it since 2025-06-18: so no request does the work of many.
      if (Array.isArray(message)) throw new ApiError(400, "Send one message in a request.");
      const refusal = c.get("refusal");
      if (refusal && !isToolCall(message)) throw refusal;
      const server = open(c.get("caller"), c.get("requestId"), refusal);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      try {
        const answer = await transport.handleRequest(c.req.raw, { parsedBody: message });
        // Made by the context, so that it has the headers of the limits too.
        return c.newResponse(answer.body, answer);
      } finally {
        await server.close();
      }
    },
  );
}

/** On this machine a page may name it by any of its own names: none of them can be somebody else's. */
function isOwnOrigin(origin: string, own: string | undefined): boolean {
  if (origin === own) return true;
  if (own === undefined || !URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(own)];
  const isHere = [theirs, ours].every(({ hostname }) => isLoopback(hostname));
  return isHere && theirs.protocol === ours.protocol && theirs.port === ours.port && origin === theirs.origin;
}

/** As JSON-RPC has it for a message that cannot be read, so that its id is not known. */
const parseError = ({ message }: ApiError) => ({
  jsonrpc: "2.0",
  id: null,
  error: { code: ErrorCode.ParseError, message },
});

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
