/** The dots of a ticket printer, for each inch. */
const dotsPerInch = 203;
const cssPixelsPerInch = 96;

/** The dots that a roll of 58 mm prints side by side. */
const narrowestDots = 384;
/** The empty margin that scanners need on each side, by ISO/IEC 18004. */
const quietModules = 4;

/** How large a QR code is on a ticket, in CSS pixels. */
export interface QrDots {
  /** One module: whole dots, so that a printer of black and white blurs no edge. */
  module: number;
  /** The box, with room to move the code onto whole dots (`templates/show-ticket.js`). */
  box: number;
  quiet: number;
}

/** Four dots for each module, or three for a code that would not fit on the narrowest roll. */
export function qrDots(size: number): QrDots {
  const dots = (size + 2 * quietModules) * 4 <= narrowestDots ? 4 : 3;
  const module = (dots * cssPixelsPerInch) / dotsPerInch;
  return { module, box: Math.ceil(size * module) + 1, quiet: Math.ceil(quietModules * module) };
}
