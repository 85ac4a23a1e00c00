import type { Socket } from "node:net";

/** A connection that is kept for its client. */
export interface IdleConnection {
  socket: Socket;
  address: string;
  /** Since when it has nothing under way. */
  idleSinceMs: number;
  /** Bytes that had come over it by then. More is a request that has begun to come. */
  bytesBefore: number;
  /** When that was first seen. */
  begunMs?: number | undefined;
}

/** Connections without a request, by their address; each address has them in the order in which they became idle. */
export function createIdle() {
  const addresses = new Map<string, Set<IdleConnection>>();
  let size = 0;

  function add(kept: IdleConnection): void {
    const ofAddress = addresses.get(kept.address) ?? new Set();
    if (ofAddress.has(kept)) return;
    addresses.set(kept.address, ofAddress.add(kept));
    size += 1;
  }

  function remove(kept: IdleConnection): void {
    const ofAddress = addresses.get(kept.address);
    if (!ofAddress?.delete(kept)) return;
    size -= 1;
    if (ofAddress.size === 0) addresses.delete(kept.address);
  }

  function takeOldest(): IdleConnection | undefined {
    let crowd = new Set<IdleConnection>();
    for (const ofAddress of addresses.values()) if (ofAddress.size > crowd.size) crowd = ofAddress;
    const [oldest] = crowd;
    if (oldest) remove(oldest);
    return oldest;
  }

  const all = (): IdleConnection[] => [...addresses.values()].flatMap((ofAddress) => [...ofAddress]);
  return { add, remove, takeOldest, all, size: () => size };
}
