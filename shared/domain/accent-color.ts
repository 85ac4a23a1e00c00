/** A colour as `#RRGGBB`. */
export const accentColorForm = /^#[0-9A-Fa-f]{6}$/;

/** How far a colour stands out from white paper, 1 to 21: the "contrast ratio" of WCAG 2.2. */
export function contrastToWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Contrast of text of normal size by WCAG 2.2, success criterion 1.4.3. In black and white it is still a dark grey. */
export const isLegible = (color: string): boolean => contrastToWhite(color) >= 4.5;
