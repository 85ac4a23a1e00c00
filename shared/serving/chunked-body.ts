/** A line that gives a size is short. What else stands in it nobody needs. */
const maxOfLine = 100;

/**
 * Finds where a body in chunks ends, packet by packet: gives how many of the bytes belong to it. Only the sizes of its chunks are
 * looked at. Source: RFC 9112, section 7.1.
 */
export function createChunkedBody(): (bytes: Buffer) => number {
  let dataBytes = 0;
  let line = "";
  let isTrailer = false;

  return (bytes) => {
    let at = 0;
    while (at < bytes.length) {
      const passed = Math.min(dataBytes, bytes.length - at);
      dataBytes -= passed;
      at += passed;
      const end = bytes.indexOf(10, at);
      line = (line + bytes.toString("latin1", at, Math.min(end === -1 ? bytes.length : end, at + maxOfLine))).slice(
        0,
        maxOfLine,
      );
      if (end === -1) return bytes.length;
      at = end + 1;
      if (isTrailer && line === "\r") return at;
      const size = Number.parseInt(line, 16) || 0;
      line = "";
      if (isTrailer) continue;
      if (size === 0) isTrailer = true;
      // With the end of its line.
      else dataBytes = size + 2;
    }
    return at;
  };
}
