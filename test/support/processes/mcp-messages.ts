import type { CallToolResult, Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Hono } from "hono";
import type { ApiEnv } from "../../../api/http/env.js";

/** What a tool tells an agent. */
export type Told = CallToolResult & {
  structuredContent: {
    ok: boolean;
    status?: number;
    code?: string | null;
    error?: string;
    next?: string;
    total?: number;
    // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
    result?: any;
  };
};

interface Sender {
  authorization?: string | null;
  remoteAddress?: string;
}

const accept = "application/json, text/event-stream";

/** Sends one message to `/mcp`, as any program may. A string is sent as it is. */
export const postMessage = async (
  app: Hono<ApiEnv>,
  { authorization = null, remoteAddress = "192.0.2.1" }: Sender,
  message: unknown,
): Promise<Response> => {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  // As every message over HTTP has it.
  const length = { "content-length": String(Buffer.byteLength(body)) };
  return app.request(
    "/mcp",
    {
      method: "POST",
      headers: {
        accept,
        "content-type": "application/json",
        ...length,
        ...(authorization !== null && { authorization }),
      },
      body,
    },
    { incoming: { socket: { remoteAddress } } },
  );
};

export const message = (method: string, params: object = {}) => ({ jsonrpc: "2.0", id: 1, method, params });
export const toolCall = (name: string, args: object = {}) => message("tools/call", { name, arguments: args });

/** The result of a message. */
export const resultOf = async <Result = Told>(answer: Response): Promise<Result> =>
  ((await answer.json()) as { result: Result }).result;

/** The tools that a key is shown. */
export async function toolsOf(app: Hono<ApiEnv>, key: string): Promise<Tool[]> {
  const answer = await postMessage(app, { authorization: `Bearer ${key}` }, message("tools/list"));
  return (await resultOf<{ tools: Tool[] }>(answer)).tools;
}

export async function callToolAs(app: Hono<ApiEnv>, key: string, name: string, args: object = {}): Promise<Told> {
  const answer = await postMessage(app, { authorization: `Bearer ${key}` }, toolCall(name, args));
  return resultOf(answer);
}
