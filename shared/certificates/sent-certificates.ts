import { X509Certificate } from "node:crypto";
import { type DerKind, kindOfDer } from "./der-kinds.js";

/** The certificates that somebody sent, whatever else came with them, or what was sent in place of one. */
export type SentCertificates =
  | { certificates: X509Certificate[] }
  | { other: Exclude<DerKind, "certificate"> | "web page" };

/** Dashes as word processors turn them, too. */
const dashes = /[-\u2010-\u2015]+/;
const mark = /^\s*(BEGIN|END) ([A-Z0-9 ]{1,40})$/i;

/**
 * Reads what is sent as a certificate: PEM however it was wrapped (on one line, indented, quoted, with `\n` written out, as
 * `X509 CERTIFICATE`), DER in base64, one or a chain.
 */
export function readSent(sent: string): SentCertificates {
  const text = sent.replace(/^\ufeff/, "").replaceAll(/\\[rn]/g, "\n");
  const { blocks, halfLabel } = blocksOf(text);
  if (blocks.length > 0) return judge(blocks);
  if (halfLabel !== undefined) return { other: kindOfLabel(halfLabel) ?? "truncated" };
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return { other: "web page" };
  return /^[A-Za-z0-9+/_=\s"',-]+$/.test(text) ? judge([{ label: "", bytes: bytesOf(text) }]) : { other: "other" };
}

interface Block {
  label: string;
  bytes: Buffer;
}

/** The blocks of PEM, and the label of one that has but one of its ends. */
function blocksOf(text: string): { blocks: Block[]; halfLabel: string | undefined } {
  const blocks: Block[] = [];
  let halfLabel: string | undefined;
  let open: { label: string; body: string[] } | undefined;
  for (const part of text.split(dashes)) {
    const [, end, written = ""] = mark.exec(part.trimEnd()) ?? [];
    const label = written.trim();
    if (end === undefined) open?.body.push(part);
    else if (end.toUpperCase() === "BEGIN") {
      halfLabel ??= label;
      open = { label, body: [] };
    } else if (open) {
      blocks.push({ label: open.label, bytes: bytesOf(open.body.join("-")) });
      open = undefined;
    } else halfLabel ??= label;
  }
  return { blocks, halfLabel };
}

/** A file as a text that `readSent` reads: PEM as it is, DER in base64. */
export function textOfFile(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // DER, or PEM below a name in another encoding.
  }
  const file = Buffer.from(bytes);
  return file.includes("-----BEGIN ") ? file.toString("latin1") : file.toString("base64");
}

/** Headers, as of an encrypted key, stand before an empty line. What quotes or joins lines is no base64. */
const bytesOf = (body: string): Buffer =>
  Buffer.from(body.replace(/^[\w-]+:.*$/gm, "").replaceAll(/[^A-Za-z0-9+/_-]/g, ""), "base64");

/** Kind named by a label of PEM, if it is no certificate; undefined for certificates and unknown labels. */
function kindOfLabel(label: string): Exclude<DerKind, "certificate"> | undefined {
  if (/REQUEST/i.test(label)) return "request";
  if (/PRIVATE KEY/i.test(label)) return "private key";
  if (/PUBLIC KEY/i.test(label)) return "public key";
  return /PKCS7|CMS/i.test(label) ? "PKCS#7" : undefined;
}

function judge(found: Block[]): SentCertificates {
  const certificates = found.flatMap(({ bytes }) => certificateOf(bytes) ?? []);
  if (certificates.length > 0) return { certificates };
  const kinds = found.map(({ label, bytes }) => kindOfLabel(label) ?? kindOfDer(bytes));
  // A certificate by its outline that cannot be read is none.
  return { other: kinds.filter((kind) => kind !== "certificate").find((kind) => kind !== "other") ?? "other" };
}

function certificateOf(bytes: Buffer): X509Certificate | undefined {
  if (kindOfDer(bytes) !== "certificate") return undefined;
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
