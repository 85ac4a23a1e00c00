import type { Socket } from "node:net";

/** How much a client must take in each minute in which something waits for it: a tenth of what a slow telephone reads. */
export const leastBytes = 512 * 1_024;

/** A connection on which something waits for its client, since it was first seen so. */
export interface WaitingConnection {
  socket: Socket;
  /** Since it took something. */
  stalledForMs: number;
  /** In the present minute of waiting. */
  waitedMs: number;
  begunAt: TakenOutput;
  last: TakenOutput;
}

/** Progress of a connection's answers: the pieces that the system took whole, and what is left of the one under way. */
interface TakenOutput {
  whole: number;
  left: number;
}

function takenBy(socket: Socket): TakenOutput {
  // Node's own count falls only once a piece was taken whole, and a piece may be large.
  const { _handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return { whole: socket.bytesWritten - socket.writableLength, left: _handle?.writeQueueSize ?? 0 };
}

export function beginReader(socket: Socket): WaitingConnection {
  const now = takenBy(socket);
  return { socket, stalledForMs: 0, waitedMs: 0, begunAt: now, last: now };
}

/** Looks again after so long, in which something waited all the time. */
export function lookAgain(reader: WaitingConnection, passedMs: number): WaitingConnection {
  const now = takenBy(reader.socket);
  const took = now.whole !== reader.last.whole || now.left !== reader.last.left;
  const stalledForMs = took ? 0 : reader.stalledForMs + passedMs;
  return { ...reader, last: now, stalledForMs, waitedMs: reader.waitedMs + passedMs };
}

/** Judges each minute of waiting once, and begins the next one. */
export function isTooSlow(reader: WaitingConnection, paceMs: number): boolean {
  if (reader.waitedMs < paceMs) return false;
  const { begunAt, last } = reader;
  const took = last.whole - begunAt.whole + Math.max(0, begunAt.left - last.left);
  Object.assign(reader, { waitedMs: 0, begunAt: last });
  return took < leastBytes;
}
