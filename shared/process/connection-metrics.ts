import { Counter, Gauge } from "prom-client";
import type { ConnectionCount, Connections } from "../db/pool/connections.js";
import { troublesMet } from "../db/pool/database-trouble.js";

/**
 * Gauges of the connections to PostgreSQL that this process has, of those it may have, and of the work that waits for its turn; and how often
 * PostgreSQL did not do what this process asked.
 */
export function measureConnections(...of: Connections[]): void {
  const sum = (what: keyof ConnectionCount) => of.reduce((all, { count }) => all + count()[what], 0);
  new Gauge({
    name: "talonario_database_connections",
    help: "Connections of this process to PostgreSQL, by state: busy or idle; max is what it may open for its work",
    labelNames: ["state"],
    collect() {
      this.set({ state: "busy" }, sum("open") - sum("idle"));
      this.set({ state: "idle" }, sum("idle"));
      this.set({ state: "max" }, sum("most"));
    },
  });
  new Gauge({
    name: "talonario_database_pool_waiting",
    help: "Statements and transactions of this process that wait for a connection",
    collect() {
      this.set(sum("waiting"));
    },
  });
  new Counter({
    name: "talonario_database_troubles_total",
    help: "Connections and statements that PostgreSQL refused or did not answer, whatever this process made of it, by why",
    labelNames: ["trouble"],
    collect() {
      this.reset();
      for (const [trouble, times] of Object.entries(troublesMet)) this.inc({ trouble }, times);
    },
  });
}
