import { z } from "@hono/zod-openapi";
import { maxId, maxNumber } from "../request/read-id.js";

/** A parameter of a path that names something by its number. */
export const numberInPath = (name: string, description: string, most = maxNumber) =>
  z.object({
    [name]: z
      .int()
      .min(1)
      .max(most)
      .openapi({ param: { name, in: "path" }, description }),
  });

/** The same, of what is born by vouchers or by time. */
export const idInPath = (name: string, description: string) => numberInPath(name, description, maxId);
