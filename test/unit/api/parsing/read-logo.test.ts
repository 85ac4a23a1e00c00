import type { Context } from "hono";
import { expect, test } from "vitest";
import type { ApiEnv } from "../../../../api/http/env.js";
import { ApiError } from "../../../../api/http/errors.js";
import { readLogo } from "../../../../api/parsing/read-logo.js";
import { pngImage } from "../../../support/samples/images.js";

const image = pngImage(3, 3);

/** Request of a company of its own with a logo. */
const requestOf = (companyId: number) =>
  ({
    req: { header: () => "image/png", arrayBuffer: async () => Uint8Array.from(image).buffer },
    get: () => ({ companyId, production: false }),
  }) as unknown as Context<ApiEnv>;

test("logos of many companies are decoded one after the other, and a long line refuses who comes next", async () => {
  let inWork = 0;
  let mostInWork = 0;
  const refused: number[] = [];
  const logos = Array.from({ length: 12 }, (_, company) =>
    readLogo(requestOf(company + 1), async () => {
      mostInWork = Math.max(mostInWork, ++inWork);
      await new Promise(setImmediate);
      inWork -= 1;
      return { image: { bytes: image, type: "png" } } as never;
    }).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      refused.push(error.status);
    }),
  );
  await Promise.all(logos);
  expect(mostInWork).toBe(1);
  expect(refused).toEqual([429, 429, 429, 429]);
});
