/** `npm run bench -- <name>`: runs one benchmark on its own services, and removes them afterwards. */
const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  pdf: () => import("./pdf.js"),
  listing: () => import("./listing.js"),
  overhead: () => import("./overhead.js"),
  sequence: () => import("./sequence.js"),
  parallel: () => import("./parallel.js"),
  batch: () => import("./batch.js"),
  batches: () => import("./batches.js"),
  environments: () => import("./environments.js"),
  delegation: () => import("./delegation.js"),
  neighbours: () => import("./neighbours.js"),
  memory: () => import("./memory.js"),
  footprint: () => import("./footprint.js"),
  mail: () => import("./mail.js"),
  webhooks: () => import("./webhooks.js"),
  reports: () => import("./reports.js"),
  app: () => import("./app.js"),
  strangers: () => import("./strangers.js"),
  perceptions: () => import("./perceptions.js"),
  outage: () => import("./outage.js"),
};

const [name = "", ...args] = process.argv.slice(2);
const open = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (open) {
  await (await open()).run(args);
} else {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join("|")} [options]`);
  process.exitCode = 2;
}
