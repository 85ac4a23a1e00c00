import { open } from "node:fs/promises";

/** Two milliseconds of reading. */
const usualBytes = 64 * 1024;

/**
 * Double buffering of a file: it is read chunk by chunk into two buffers by turns, so a chunk holds until the second behind it is asked for. A buffer of
 * its own for each would be tens of megabytes until it is freed. Who does not read to the end ends it with `return`, which closes the file.
 * @param show is told how much was read, and how much there is
 */
export async function* readFileChunks(
  file: string,
  show: (done: number, total: number) => void,
  chunkBytes = usualBytes,
): AsyncGenerator<Buffer> {
  const opened = await open(file);
  try {
    const { size } = await opened.stat();
    let [now, next] = [Buffer.allocUnsafeSlow(chunkBytes), Buffer.allocUnsafeSlow(chunkBytes)];
    let done = 0;
    for (;;) {
      const { bytesRead } = await opened.read(now);
      if (bytesRead === 0) return;
      done += bytesRead;
      show(done, size);
      yield now.subarray(0, bytesRead);
      [now, next] = [next, now];
    }
  } finally {
    await opened.close();
  }
}
