import { mapLimited } from "../../shared/concurrency/map-limited.js";
import type { PreparationDeps } from "./preparation-deps.js";

/** How many items of one environment are worked on at once. A call that hangs holds one of these places, and the others go on. */
export const atOnce = 10;

/** Does this for each item, several at once. The failure of one is logged and holds up no other; once the process stops, no more begin. */
export async function forEachItem<Item extends { companyId: number }>(
  { isStopping, log }: Pick<PreparationDeps, "isStopping" | "log">,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await mapLimited(atOnce, items, async (item) => {
    if (isStopping()) return;
    await work(item).catch((error) =>
      log.warn({ error, companyId: item.companyId }, "attending to a contingency failed"),
    );
  });
}
