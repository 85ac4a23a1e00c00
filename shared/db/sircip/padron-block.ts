import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Row of the padrón. */
export interface PadronRow {
  cuit: number;
  /** Jurisdiction of its seat, 901 to 924. */
  seat: number;
  crc: number;
  letter: string;
  /** 24 digits, from the jurisdiction 924 down to 901. */
  digits: string;
  name: string;
}

/** Rows that are kept together: packed one behind the other, and deflated. */
export interface PadronBlock {
  block: number;
  taxpayers: Uint8Array;
}

/**
 * Blocks of a month. A row of the database for each of three million taxpayers is a minute of its work, and sales would wait beside it; blocks of
 * two hundred are a second, and to read one is a fraction of a millisecond. What is stored was divided so: another number needs another load.
 */
export const blockCount = 16_384;

/** Block of a CUIT: CUITs are given in order, and without their check digit neighbours fall into one block each. */
export const blockOf = (cuit: number): number => Math.floor(cuit / 10) % blockCount;

/** Bytes of a packed row: CUIT 5, seat 2, CRC 1, letter 1, digits 12, the name's length 2, and the name in UTF-8. */
const cuitBytes = 5;
const [seatAt, crcAt, letterAt, digitsAt, lengthAt, nameAt] = [5, 7, 8, 9, 21, 23];

/** Row as it is packed: of what is a text, the bytes. */
export interface RowBytes {
  cuit: number;
  seat: number;
  crc: number;
  /** In ASCII. */
  letter: number;
  /** 24 in ASCII. */
  digits: Uint8Array;
  /** In UTF-8. */
  name: Uint8Array;
}

/** Bytes of a packed row. */
export const sizeOf = ({ name }: RowBytes): number => nameAt + name.length;

/** Packs a row, and tells its bytes. */
export function packRow(row: RowBytes, into: Buffer, at: number): number {
  into.writeUIntBE(row.cuit, at, cuitBytes);
  into.writeUInt16BE(row.seat, at + seatAt);
  into.writeUInt8(row.crc, at + crcAt);
  into.writeUInt8(row.letter, at + letterAt);
  // Two digits are a byte, which reads the same in hexadecimal.
  for (let pair = 0; pair < lengthAt - digitsAt; pair += 1)
    into[at + digitsAt + pair] = (((row.digits[2 * pair] ?? 0) & 15) << 4) | ((row.digits[2 * pair + 1] ?? 0) & 15);
  into.writeUInt16BE(row.name.length, at + lengthAt);
  into.set(row.name, at + nameAt);
  return sizeOf(row);
}

export function unpackRow(row: Buffer): PadronRow {
  return {
    cuit: cuitOf(row),
    seat: row.readUInt16BE(seatAt),
    crc: row.readUInt8(crcAt),
    letter: row.toString("latin1", letterAt, letterAt + 1),
    digits: row.toString("hex", digitsAt, lengthAt),
    name: row.toString("utf8", nameAt),
  };
}

export const cuitOf = (row: Buffer): number => row.readUIntBE(0, cuitBytes);

/** The packed row that begins here. */
export const rowAt = (bytes: Buffer, at: number): Buffer =>
  bytes.subarray(at, at + nameAt + bytes.readUInt16BE(at + lengthAt));

/** Small buffers: a block has some kilobytes, and the usual ones take longer to make than to use. */
const deflating = { level: 1, windowBits: 12, memLevel: 5 };

/** Deflates packed rows, so that half as much is written: sales wait for the same disk. */
export const deflateRows = (rows: Buffer[]): Uint8Array => deflateRawSync(Buffer.concat(rows), deflating);

/** The packed rows of a block. */
export function* rowsOf(taxpayers: Uint8Array): Generator<Buffer> {
  const bytes = inflateRawSync(taxpayers);
  for (let at = 0; at < bytes.length; ) {
    const row = rowAt(bytes, at);
    yield row;
    at += row.length;
  }
}

/** Row of a CUIT in its block. Null or undefined: the month has none of this block. */
export function findInBlock(taxpayers: Uint8Array | null | undefined, cuit: number): PadronRow | undefined {
  for (const row of taxpayers ? rowsOf(taxpayers) : []) if (cuitOf(row) === cuit) return unpackRow(row);
  return undefined;
}

/** Counts the rows of a block that it had before, and those of them that differ now. */
export function compareBlocks(before: Uint8Array, after: Uint8Array | undefined): { known: number; changed: number } {
  const earlier = new Map(Array.from(rowsOf(before), (row) => [cuitOf(row), row]));
  const pairs = Array.from(after ? rowsOf(after) : []).flatMap((row) => {
    const same = earlier.get(cuitOf(row));
    return same ? [same.equals(row)] : [];
  });
  return { known: pairs.length, changed: pairs.filter((isEqual) => !isEqual).length };
}
