import { startTcpProxy, type TcpProxy } from "./tcp-proxy.js";

export interface Dependencies {
  postgres: string;
  redis: string;
  authority: string;
  smtp: string;
}

export type Dependency = keyof Dependencies;

/** One proxy per process and dependency, so that a cut for one process leaves the others working. */
export interface ProcessProxies {
  of(process: string, dependency: Dependency): TcpProxy;
  all(): TcpProxy[];
  close(): Promise<void>;
}

export async function startProcessProxies(names: string[], urls: Dependencies): Promise<ProcessProxies> {
  const proxies = new Map<string, TcpProxy>();
  for (const name of names) {
    for (const [dependency, url] of Object.entries(urls)) {
      proxies.set(`${name} ${dependency}`, await startTcpProxy(url));
    }
  }
  return {
    of(name, dependency) {
      const proxy = proxies.get(`${name} ${dependency}`);
      if (!proxy) throw new Error(`${name} has no proxy to ${dependency}: start the system with proxied: true`);
      return proxy;
    },
    all: () => [...proxies.values()],
    async close() {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    },
  };
}
