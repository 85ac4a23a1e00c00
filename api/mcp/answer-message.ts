import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { Hono } from "hono";
import type { Caller } from "../../shared/db/company/caller.js";
import { type Language, localizeFor } from "../../shared/domain/localized-text.js";
import { readDocument } from "../docs/made-document.js";
import type { ApiEnv } from "../http/env.js";
import type { ApiError } from "../http/errors.js";
import type { ApiDeps } from "../routes/deps.js";
import { toToolError } from "./answer-tool.js";
import { callTool } from "./call-tool.js";
import { describeTools } from "./describe-tools.js";
import { instructionsFor } from "./instructions.js";

const described = describeTools(await readDocument(""));

/** Sender of a message, and the answer of the limits per minute when they refuse it. */
interface MessageSender {
  caller: Caller;
  requestId: string;
  reader: Language;
  refusal: ApiError | undefined;
}

/** Answers one message of the protocol with a server of its own. */
export async function answerMessage(
  deps: ApiDeps,
  routes: Hono<ApiEnv>,
  sender: MessageSender,
  request: Request,
  message: unknown,
): Promise<Response> {
  const server = open(deps, routes, sender);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function open(deps: ApiDeps, routes: Hono<ApiEnv>, { caller, requestId, reader, refusal }: MessageSender): Server {
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
    if (refusal)
      return toToolError(
        refusal.status,
        { error: localizeFor(reader, refusal.said) },
        refusal.headers["Retry-After"],
        reader,
      );
    return callTool(deps, routes, found, params.arguments ?? {}, { caller, requestId, reader });
  });
  return server;
}
