const [plus, blank, percent] = [0x2b, 0x20, 0x25];

/**
 * The fields of a form that was sent as pairs, in order, at most so many; those beyond are not read. It works in bytes, each of which is
 * looked at a fixed number of times, and changes the body.
 * They are what URLSearchParams gives.
 */
export function parsePairs(body: Buffer, maxFields: number): [name: string, value: string][] {
  for (let at = 0; at < body.length; at += 1) if (body[at] === plus) body[at] = blank;
  const fields: [string, string][] = [];
  let from = 0;
  for (let read = 0; read < maxFields && from < body.length; read += 1) {
    const found = body.indexOf("&", from);
    const end = found === -1 ? body.length : found;
    if (end > from) fields.push(toField(body.subarray(from, end)));
    from = end + 1;
  }
  return fields;
}

function toField(pair: Buffer): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [decode(pair), ""] : [decode(pair.subarray(0, at)), decode(pair.subarray(at + 1))];
}

function decode(bytes: Buffer): string {
  if (!bytes.includes(percent)) return bytes.toString("utf8");
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = bytes[at] === percent ? [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])] : [-1, -1];
    const isEncoded = high >= 0 && low >= 0;
    decoded[length++] = isEncoded ? high * 16 + low : (bytes[at] ?? 0);
    if (isEncoded) at += 2;
  }
  return decoded.toString("utf8", 0, length);
}

/** The value of a hexadecimal digit; -1 of any other character. */
function digitOf(character = 0): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30;
  const letter = character | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
