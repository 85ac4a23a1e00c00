/** A decoded image: four bytes for each pixel, which are red, green, blue and opacity, row by row from the top. */
export interface Pixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** The bytes are no image that can be shown, though they may begin as one. */
export class UnreadableImageError extends Error {
  override name = "UnreadableImageError";
}
