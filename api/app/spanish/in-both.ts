import type { LocalizedText } from "../../../shared/domain/localized-text.js";

/** A sentence that must reach whoever sits there, also where they read no Spanish. */
export const inBoth = ({ es, en }: LocalizedText): string => `${es} (${en})`;
