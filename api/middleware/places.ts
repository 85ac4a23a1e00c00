/** Places for work that costs something, few in all and fewer for each key. */
export interface Places {
  /** Takes a place of this key, and gives how to leave it; undefined when there is none. To leave it twice does nothing. */
  take(key: string): (() => void) | undefined;
}

export function createPlaces(inAll: number, byKey: number): Places {
  const taken = new Map<string, number>();
  let sum = 0;
  return {
    take(key) {
      const own = taken.get(key) ?? 0;
      if (sum >= inAll || own >= byKey) return undefined;
      taken.set(key, own + 1);
      sum += 1;
      let isLeft = false;
      return () => {
        if (isLeft) return;
        isLeft = true;
        sum -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
