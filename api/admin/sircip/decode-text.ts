import { isUtf8 } from "node:buffer";
import type { ByteRange } from "../../../shared/db/sircip/padron-block.js";

export const noText = "text in UTF-8 or ISO 8859-1";

/** Text of some bytes, or undefined when they are none. */
export type DecodeText = (range: ByteRange) => string | undefined;

/**
 * Decoder of a file in UTF-8 or ISO 8859-1: the first range with another letter than those of ASCII decides which of the two it is. The bytes 80
 * to 9F are no letters of ISO 8859-1: a text with them is in neither.
 */
export function createDecoder(): DecodeText {
  let encoding: "utf8" | "latin1" | undefined;
  return ({ bytes, start, end }) => {
    const text = bytes.toString("latin1", start, end);
    if (text.includes("\0")) return undefined;
    if (!/[\x80-\xff]/.test(text)) return text;
    const given = bytes.subarray(start, end);
    encoding ??= isUtf8(given) ? "utf8" : "latin1";
    if (encoding === "latin1") return /[\x80-\x9f]/.test(text) ? undefined : text;
    return isUtf8(given) ? given.toString() : undefined;
  };
}
