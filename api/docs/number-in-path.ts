import { z } from "@hono/zod-openapi";
import { maxId } from "../request/read-id.js";

/** A parameter of a path that names something by its number. */
export const numberInPath = (name: string, description: string) =>
  z.object({
    [name]: z
      .int()
      .min(1)
      .max(maxId)
      .openapi({ param: { name, in: "path" }, description }),
  });
