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

/** Bytes from `start` on that end before `end`. A plain object: to make a Buffer of each field takes longer than to read it. */
export interface ByteRange {
  bytes: Buffer;
  start: number;
  end: number;
}

/** Row as it is packed: of what is a text, the bytes. */
export interface RowBytes {
  cuit: number;
  seat: number;
  crc: number;
  /** In ASCII. */
  letter: number;
  /** 24 in ASCII. */
  digits: ByteRange;
  /** In UTF-8. */
  name: ByteRange;
}

/** Bytes of a packed row. */
export const sizeOf = ({ name }: RowBytes): number => nameAt + name.end - name.start;

/** Packs a row, and tells its bytes. */
export function packRow(row: RowBytes, into: Buffer, at: number): number {
  const { digits, name } = row;
  into.writeUIntBE(row.cuit, at, cuitBytes);
  into.writeUInt16BE(row.seat, at + seatAt);
  into[at + crcAt] = row.crc;
  into[at + letterAt] = row.letter;
  // Two digits are a byte, which reads the same in hexadecimal.
  for (let from = digits.start, to = at + digitsAt; from < digits.end; from += 2, to += 1)
    into[to] = (((digits.bytes[from] ?? 0) & 15) << 4) | ((digits.bytes[from + 1] ?? 0) & 15);
  into.writeUInt16BE(name.end - name.start, at + lengthAt);
  copyBytes(name, into, at + nameAt);
  return sizeOf(row);
}

/** Copies one by one: for some dozens, that is faster than a call of `copy`. */
export function copyBytes({ bytes, start, end }: ByteRange, into: Uint8Array, at: number): void {
  for (let from = start, to = at; from < end; from += 1, to += 1) into[to] = bytes[from] ?? 0;
}

export function unpackRow({ bytes, start, end }: ByteRange): PadronRow {
  return {
    cuit: bytes.readUIntBE(start, cuitBytes),
    seat: bytes.readUInt16BE(start + seatAt),
    crc: bytes.readUInt8(start + crcAt),
    letter: bytes.toString("latin1", start + letterAt, start + digitsAt),
    digits: bytes.toString("hex", start + digitsAt, start + lengthAt),
    name: bytes.toString("utf8", start + nameAt, end),
  };
}

export const cuitOf = ({ bytes, start }: ByteRange): number => bytes.readUIntBE(start, cuitBytes);

/** The packed row that begins here. */
export const rowAt = (bytes: Buffer, start: number): ByteRange => ({
  bytes,
  start,
  end: start + nameAt + bytes.readUInt16BE(start + lengthAt),
});

/** Small buffers: a block has some kilobytes, and the usual ones take longer to make than to use. */
const deflating = { level: 1, windowBits: 12, memLevel: 5, chunkSize: 8 * 1024 };

/** Deflates packed rows, one behind the other, so that half as much is written: sales wait for the same disk. */
export const deflateRows = (rows: Buffer): Uint8Array => deflateRawSync(rows, deflating);

/** Bounds of a group: two milliseconds of work, which a sale that comes meanwhile shares the processors with. */
const mostTogether = { blocks: 64, bytes: 8_192 };

/** Groups of blocks, in their order: a group ends with the block that fills it. */
export function* groupBlocks(blocks: Iterable<PadronBlock>): Generator<PadronBlock[]> {
  let group: PadronBlock[] = [];
  let bytes = 0;
  for (const block of blocks) {
    group.push(block);
    bytes += block.taxpayers.length;
    if (group.length < mostTogether.blocks && bytes < mostTogether.bytes) continue;
    yield group;
    group = [];
    bytes = 0;
  }
  if (group.length > 0) yield group;
}

/** The packed rows of a block. */
export function* rowsOf(taxpayers: Uint8Array): Generator<ByteRange> {
  const bytes = inflateRawSync(taxpayers);
  for (let start = 0; start < bytes.length; ) {
    const row = rowAt(bytes, start);
    yield row;
    start = row.end;
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
    return same ? [areEqual(same, row)] : [];
  });
  return { known: pairs.length, changed: pairs.filter((isEqual) => !isEqual).length };
}

const areEqual = (one: ByteRange, other: ByteRange): boolean =>
  one.bytes.compare(other.bytes, other.start, other.end, one.start, one.end) === 0;
