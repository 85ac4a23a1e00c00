import { EventEmitter, once } from "node:events";
import type { Page, Request } from "playwright";
import { waitFor } from "../../sandbox/wait-for.js";

/** An answer on its way: the server has given it when `made` is fulfilled. After `deliver` the page waits for no answer any more. */
interface HeldAnswer {
  made: Promise<unknown>;
  deliver: () => Promise<void>;
}

/** Counter of the requests of htmx that are under way. Their `loadend` comes when the answer stands in the page, and after an abort too. */
const countUnderWay = `
  window.underWay = 0;
  addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    underWay++;
    xhr.addEventListener("loadend", () => underWay--);
  });
`;

/**
 * Holds the answer to the next request that fits, so that answers reach the page in another order than it asked for them.
 * @param status another one than the server's
 */
export async function holdAnswer(
  page: Page,
  fits: (request: Request) => boolean,
  status?: number,
): Promise<HeldAnswer> {
  await page.evaluate(countUnderWay);
  const steps = new EventEmitter();
  const [made, delivery] = [once(steps, "made"), once(steps, "delivery")];
  let held: Request | undefined;
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (held || !fits(request)) return route.fallback();
    held = request;
    const response = await route.fetch();
    steps.emit("made");
    await delivery;
    await route.fulfill({ response, ...(status && { status }) });
  });
  return {
    made,
    async deliver() {
      steps.emit("delivery");
      await waitFor(async () => (await page.evaluate("underWay")) === 0, { message: "the last answer" });
    },
  };
}
