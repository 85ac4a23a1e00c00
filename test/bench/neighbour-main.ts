import { misbehave } from "./neighbour-client.js";
import { kinds } from "./neighbour-kinds.js";
import type { Order, Report } from "./neighbour-world.js";
import { startForgetfulSmtp } from "./smtp-servers.js";

// The misbehaving company's process (start-neighbour.ts). The SMTP server is here too, so that the quiet company's client has a
// thread for itself.

const tell = (report: Report) => process.send?.(report);
let misbehaving: ReturnType<typeof misbehave> | undefined;

process.on("message", (order: Order) => {
  if ("end" in order) return void misbehaving?.end().then(tell);
  const kind = kinds[order.begin];
  if (kind) misbehaving = misbehave(kind, order.world);
});
process.on("disconnect", () => process.exit());

tell({ smtpUrl: (await startForgetfulSmtp()).url });
