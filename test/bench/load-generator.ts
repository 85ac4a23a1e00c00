import { installTools, requireTool } from "../support/test-tools.js";

interface Load {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  headers: Record<string, string>;
  requests: { method: "GET"; path: string }[];
  warmup: { connections: number; duration: number };
}

interface LoadResult {
  /** Milliseconds. */
  latency: { p50: number; p99: number; max: number };
  requests: { total: number; average: number };
  errors: number;
  timeouts: number;
  non2xx: number;
}

type LoadGenerator = (load: Load) => Promise<LoadResult>;

/** Gives the package autocannon, which keeps connections open and asks on each again and again. @throws Error without a package registry */
export async function fetchLoadGenerator(): Promise<LoadGenerator> {
  if (!(await installTools())) throw new Error("the load generator cannot be fetched: no package registry answers");
  return requireTool("autocannon") as LoadGenerator;
}
