/** One element of DER: its tag, its content, and all of it with its head. */
interface Element {
  tag: number;
  content: Buffer;
  whole: Buffer;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OBJECT_ID = 0x06;
const OCTETS = 0x04;
const BITS = 0x03;

/** Kind of some DER, by its outline alone. `truncated`: its head promises more bytes than there are. */
export type DerKind =
  | "certificate"
  | "request"
  | "private key"
  | "public key"
  | "PKCS#12"
  | "PKCS#7"
  | "truncated"
  | "other";

/** The first element. Undefined for what is no DER; a shorter `content` than the head promises shows that the end is missing. */
function read(bytes: Buffer): (Element & { isWhole: boolean }) | undefined {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined) return undefined;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) return undefined;
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes);
  const begin = 2 + lengthBytes;
  const content = bytes.subarray(begin, begin + length);
  return { tag, content, whole: bytes.subarray(0, begin + length), isWhole: content.length === length };
}

function elementsOf(content: Buffer): Element[] {
  const found: Element[] = [];
  for (let rest = content; rest.length > 0; ) {
    const element = read(rest);
    if (!element?.isWhole) break;
    found.push(element);
    rest = rest.subarray(element.whole.length);
  }
  return found;
}

const outlineOf = (content: Buffer) => elementsOf(content).map(({ tag }) => tag);
const startsWith = (outline: number[], ...tags: number[]) => tags.every((tag, index) => outline[index] === tag);

/** Source: RFC 5280, RFC 2986, RFC 5208, RFC 8017 (A.1.2), RFC 5915, RFC 7292, RFC 5652. */
export function kindOfDer(bytes: Buffer): DerKind {
  const outer = read(bytes);
  if (outer?.tag !== SEQUENCE) return "other";
  if (!outer.isWhole) return "truncated";
  const parts = elementsOf(outer.content);
  const outline = parts.map(({ tag }) => tag);
  const inner = parts[0]?.tag === SEQUENCE ? outlineOf(parts[0].content) : [];
  // Version, then the authenticated safe: an algorithm would stand there in a private key.
  if (startsWith(outline, INTEGER, SEQUENCE) && outline[2] !== OCTETS) return "PKCS#12";
  if (startsWith(outline, INTEGER, SEQUENCE, OCTETS) || startsWith(outline, INTEGER, INTEGER, INTEGER, INTEGER))
    return "private key";
  if (startsWith(outline, INTEGER, OCTETS)) return "private key";
  if (startsWith(outline, SEQUENCE, OCTETS) && outline.length === 2) return "private key";
  if (outline[0] === OBJECT_ID) return "PKCS#7";
  if (startsWith(outline, SEQUENCE, BITS) && outline.length === 2) return "public key";
  if (!startsWith(outline, SEQUENCE, SEQUENCE, BITS)) return "other";
  // A request begins with its version, which is a plain number; a certificate with a tagged one, and its serial number.
  return startsWith(inner, INTEGER, SEQUENCE, SEQUENCE) ? "request" : "certificate";
}
