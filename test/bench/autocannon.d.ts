declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    headers: Record<string, string>;
    requests: { method: "GET"; path: string }[];
    warmup: { connections: number; duration: number };
  }
  interface Result {
    latency: { p50: number; p99: number; max: number };
    requests: { total: number; average: number };
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
