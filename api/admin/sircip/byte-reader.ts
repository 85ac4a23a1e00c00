/** Reads a stream byte by byte or piece by piece, and holds a chunk of it at most. A chunk or a piece holds until the next is asked for. */
export interface ByteReader {
  /** Exactly so many bytes, as a copy. @throws what `cutOff` gives when the stream ends before */
  take(count: number): Promise<Buffer>;
  /** Bytes that are read again afterwards. Fewer where the stream ends before. */
  peek(count: number): Promise<Buffer>;
  /** So many bytes, piece by piece. */
  pieces(count: number): AsyncGenerator<Buffer>;
  /** The next chunk, whatever its size. */
  next(): Promise<Buffer>;
  /** Gives back what was read too much. */
  putBack(bytes: Buffer): void;
  /** All that is left. */
  rest(): AsyncGenerator<Buffer>;
}

export function createByteReader(source: AsyncIterable<Buffer>, cutOff: () => Error): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function more(): Promise<boolean> {
    const { done, value } = await chunks.next();
    if (done) return false;
    held = held.length > 0 ? Buffer.concat([held, value]) : value;
    return true;
  }

  async function peek(count: number): Promise<Buffer> {
    while (held.length < count && (await more()));
    return held.subarray(0, count);
  }

  async function take(count: number): Promise<Buffer> {
    const taken = Buffer.from(await peek(count));
    if (taken.length < count) throw cutOff();
    held = held.subarray(count);
    return taken;
  }

  function takeHeld(): Buffer {
    const taken = held;
    held = Buffer.alloc(0);
    return taken;
  }

  async function next(): Promise<Buffer> {
    while (held.length === 0) if (!(await more())) throw cutOff();
    return takeHeld();
  }

  return {
    take,
    peek,
    next,
    putBack(bytes) {
      held = Buffer.concat([bytes, held]);
    },
    async *pieces(count) {
      for (let left = count; left > 0; ) {
        const chunk = await next();
        if (chunk.length > left) held = chunk.subarray(left);
        const piece = chunk.subarray(0, left);
        left -= piece.length;
        yield piece;
      }
    },
    async *rest() {
      do {
        if (held.length > 0) yield takeHeld();
      } while (await more());
    },
  };
}
