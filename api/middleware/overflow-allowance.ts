export interface OverflowAllowance {
  /** Whether this key may still be looked up for an address that is over its limit of failures. Counts it if so. */
  take(address: string, secret: string): boolean;
}

const perSecond = 10;

/**
 * The lookups that an address over its limit still has in this process: 10 different keys a second, each once a second. So a
 * right key that this process has not seen yet gets through, although another client behind the same address repeats a wrong one.
 * Source: api/README.md, "Failed authentications".
 */
export function createOverflowAllowance(nowMs = () => performance.now()): OverflowAllowance {
  let beganMs = nowMs();
  const taken = new Map<string, Set<string>>();
  return {
    take(address, secret) {
      if (nowMs() - beganMs >= 1_000) {
        beganMs = nowMs();
        taken.clear();
      }
      const keys = taken.get(address) ?? new Set();
      if (keys.size >= perSecond || keys.has(secret)) return false;
      taken.set(address, keys.add(secret));
      return true;
    },
  };
}
