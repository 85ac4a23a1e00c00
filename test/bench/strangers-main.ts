import { setMaxListeners } from "node:events";
import { beStrangers, openStrangersBrowser } from "./strangers-client.js";

// The strangers' process (start-strangers.ts).

let strangers: ReturnType<typeof beStrangers> | undefined;
setMaxListeners(0);

process.on("message", (order: { begin: string; count: number } | { end: true }) => {
  if ("end" in order) void strangers?.end().then((answers) => process.send?.(answers));
  else
    void openStrangersBrowser(order.begin).then((browser) => {
      strangers = beStrangers(order.begin, order.count, browser);
    });
});
process.on("disconnect", () => process.exit());
