import type { z } from "zod";
import type { batch, batchResult } from "../../schemas/batch.js";

/** A batch, and one of its elements, as the API gives them. */
export type ShownBatch = z.infer<typeof batch>;
export type ShownResult = z.infer<typeof batchResult>;
