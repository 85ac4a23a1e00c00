import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { Hono, type MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Caller } from "../../shared/db/company/caller.js";
import type { ApiDeps, ApiEnv } from "../environment.js";
import { ApiError } from "../errors.js";
import { limitBody } from "../middleware/limit-body.js";
import { readJsonBody } from "../request/read-body.js";
import { callTool } from "./call-tool.js";
import { describeTools } from "./describe-tools.js";

const maxBodyBytes = 1_048_576;

/**
 * `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, answers as JSON. Source: api/README.md, "Agents".
 * @param routes those of `createOwnRoutes`
 * @param findCaller finds the caller by the key alone
 */
export function createMcp(deps: ApiDeps, routes: Hono<ApiEnv>, findCaller: MiddlewareHandler<ApiEnv>): Hono<ApiEnv> {
  const described = describeTools();
  /**
   * Agents send no Origin; pages do. The request's own Host proves nothing: a page can bring its name to our address.
   * The protocol's page on transports asks for it.
   */
  const ownOrigin = deps.config.APP_URL;
  const refuseOtherSites = createMiddleware<ApiEnv>(async (c, next) => {
    const origin = c.req.header("origin");
    if (origin !== undefined && origin !== ownOrigin)
      throw new ApiError(403, "The request comes from a page of another site.");
    await next();
  });

  function open(caller: Caller, requestId: string): Server {
    const server = new Server({ name: "talonario", version: "1" }, { capabilities: { tools: {} } });
    const shown = described.filter(({ scope }) => scope === undefined || caller.scopes.includes(scope));
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: shown.map(({ tool }) => tool) }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      const found = described.find(({ name }) => name === params.name);
      if (!found) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}.`);
      return callTool(deps, routes, found, params.arguments ?? {}, { caller, requestId });
    });
    return server;
  }

  return new Hono<ApiEnv>({ strict: false }).post(
    "/mcp",
    refuseOtherSites,
    findCaller,
    limitBody(() => maxBodyBytes),
    async (c) => {
      const parsedBody = await readJsonBody(c);
      // One message a request, as the protocol has it since 2025-06-18: so no request does the work of many.
      if (Array.isArray(parsedBody)) throw new ApiError(400, "Send one message in a request.");
      const server = open(c.get("caller"), c.get("requestId"));
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      try {
        return await transport.handleRequest(c.req.raw, { parsedBody });
      } finally {
        await server.close();
      }
    },
  );
}
