import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { maxId, maxNumber } from "../parsing/read-id.js";
import { asText } from "../schemas/says.js";

/** A parameter of a path that names something by its number. */
export const numberInPath = (name: string, description: LocalizedText, most = maxNumber) =>
  z.object({
    [name]: z
      .int()
      .min(1)
      .max(most)
      .openapi({ param: { name, in: "path" }, description: asText(description) }),
  });

/** Parameter of a path with an id, of what is born by vouchers or by time. */
export const idInPath = (name: string, description: LocalizedText) => numberInPath(name, description, maxId);
