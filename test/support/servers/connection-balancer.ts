import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** One port in front of several: each connection goes to the next one that accepts it, and ends exactly as the one behind it. */
export interface ConnectionBalancer extends AsyncDisposable {
  port: number;
}

export async function startConnectionBalancer(ports: number[]): Promise<ConnectionBalancer> {
  const open = new Set<Socket>();
  let turn = 0;

  async function reach(): Promise<Socket | undefined> {
    turn += 1;
    for (let tried = 0; tried < ports.length; tried += 1) {
      const server = connect({
        port: ports[(turn + tried) % ports.length] ?? 0,
        host: "127.0.0.1",
        allowHalfOpen: true,
      });
      const isThere = await once(server, "connect").then(
        () => true,
        () => false,
      );
      if (isThere) return server;
    }
    return undefined;
  }

  const balancer = createServer({ allowHalfOpen: true, pauseOnConnect: true }, async (client) => {
    open.add(client);
    client.on("error", () => undefined).on("close", () => open.delete(client));
    const server = await reach();
    if (!server) return void client.resetAndDestroy();
    client.on("error", () => server.resetAndDestroy());
    server.on("error", () => client.resetAndDestroy());
    client.setNoDelay(true).pipe(server.setNoDelay(true)).pipe(client);
  });
  await once(balancer.listen(0, "127.0.0.1"), "listening");
  return {
    port: (balancer.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(balancer, "close");
      balancer.close();
      for (const client of open) client.destroy();
      await closed;
    },
  };
}
