import { z } from "@hono/zod-openapi";
import type { Words } from "../../shared/domain/words.js";
import { maxId, maxNumber } from "../parsing/read-id.js";
import { asText } from "../schemas/says.js";

/** A parameter of a path that names something by its number. */
export const numberInPath = (name: string, description: Words, most = maxNumber) =>
  z.object({
    [name]: z
      .int()
      .min(1)
      .max(most)
      .openapi({ param: { name, in: "path" }, description: asText(description) }),
  });

/** The same, of what is born by vouchers or by time. */
export const idInPath = (name: string, description: Words) => numberInPath(name, description, maxId);
