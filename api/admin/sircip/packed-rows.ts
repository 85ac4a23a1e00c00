import {
  type ByteRange,
  blockCount,
  blockOf,
  copyBytes,
  cuitOf,
  deflateRows,
  type PadronBlock,
  packRow,
  type RowBytes,
  rowAt,
  sizeOf,
} from "../../../shared/db/sircip/padron-block.js";

/** Rows in memory, some fifty bytes each: as objects, three million of them take ten times as much. */
export interface PackedRows {
  /** False when it is full. */
  add(row: RowBytes): boolean;
  count(): number;
  /**
   * The rows in their blocks, the lowest block first.
   * @param refuse is told of a CUIT that stands twice, and which row it is the second time, from 0
   */
  blocks(refuse: (cuit: number, row: number) => Error): Generator<PadronBlock>;
}

const chunkBytes = 1 << 20;

/** A GiB. */
const usualChunks = 1_024;

/** Hash table by block, with separate chaining: each row names the one before it in its block. */
export function createPackedRows(maxRows: number, maxChunks = usualChunks): PackedRows {
  const chunks: Buffer[] = [];
  // Of each row from 1 where it begins, and the one before it; 0 is none. What nobody has written to takes no memory.
  const places = new Uint32Array(maxRows + 1);
  const before = new Uint32Array(maxRows + 1);
  const last = new Uint32Array(blockCount);
  let count = 0;
  let used = chunkBytes;

  function add(row: RowBytes): boolean {
    if (used + sizeOf(row) > chunkBytes) {
      if (chunks.length === maxChunks) return false;
      chunks.push(Buffer.allocUnsafeSlow(chunkBytes));
      used = 0;
    }
    if (count === maxRows) return false;
    count += 1;
    const index = chunks.length - 1;
    const block = blockOf(row.cuit);
    places[count] = index * chunkBytes + used;
    before[count] = last[block] ?? 0;
    last[block] = count;
    used += packRow(row, chunks[index] as Buffer, used);
    return true;
  }

  function packedRow(row: number): ByteRange {
    const place = places[row] ?? 0;
    return rowAt(chunks[Math.floor(place / chunkBytes)] as Buffer, place % chunkBytes);
  }

  function* blocks(refuse: (cuit: number, row: number) => Error): Generator<PadronBlock> {
    let together = Buffer.allocUnsafeSlow(1 << 16);
    for (const [block, lastRow] of last.entries()) {
      const seen = new Map<number, number>();
      let size = 0;
      for (let row = lastRow; row !== 0; row = before[row] ?? 0) {
        const packed = packedRow(row);
        const cuit = cuitOf(packed);
        const twice = seen.get(cuit);
        if (twice !== undefined) throw refuse(cuit, twice - 1);
        seen.set(cuit, row);
        const end = size + packed.end - packed.start;
        if (end > together.length) together = Buffer.concat([together], 2 * end);
        copyBytes(packed, together, size);
        size = end;
      }
      if (size > 0) yield { block, taxpayers: deflateRows(together.subarray(0, size)) };
    }
  }

  return { add, count: () => count, blocks };
}
