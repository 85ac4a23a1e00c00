import type { Words } from "../../../shared/domain/words.js";

/** A sentence that must reach whoever sits there, also where they read no Spanish. */
export const inBoth = ({ es, en }: Words): string => `${es} (${en})`;
