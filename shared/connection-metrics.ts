import { Gauge } from "prom-client";
import type { Connections } from "./db/connections.js";

/** Gauges of the connections to PostgreSQL that this process has, of those it may have, and of the work that waits for its turn. */
export function measureConnections({ count }: Connections): void {
  new Gauge({
    name: "talonario_database_connections",
    help: "Connections of this process to PostgreSQL, by state: busy or idle; most is what it may open for its work",
    labelNames: ["state"],
    collect() {
      const { open, idle, most } = count();
      this.set({ state: "busy" }, open - idle);
      this.set({ state: "idle" }, idle);
      this.set({ state: "most" }, most);
    },
  });
  new Gauge({
    name: "talonario_database_waiting",
    help: "Statements and transactions of this process that wait for a connection",
    collect() {
      this.set(count().waiting);
    },
  });
}
