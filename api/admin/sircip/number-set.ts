/**
 * Set of positive numbers in one typed array, with open addressing and linear probing (Knuth, The Art of Computer Programming 3, 6.4, algorithm L):
 * a `Set` of three million CUITs takes four times the memory.
 * @returns adds a number: false when it is there
 */
export function createNumberSet(): (number: number) => boolean {
  // A power of two, so that a mask is a remainder. 0 is an empty slot.
  let slots = new Float64Array(1 << 16);
  let count = 0;

  function place(into: Float64Array, number: number): boolean {
    const mask = into.length - 1;
    const hash = Math.imul(number % 4_294_967_291, 0x9e3779b1);
    let at = (hash ^ (hash >>> 15)) & mask;
    for (; into[at] !== 0; at = (at + 1) & mask) if (into[at] === number) return false;
    into[at] = number;
    return true;
  }

  return (number) => {
    if (!place(slots, number)) return false;
    count += 1;
    if (count * 4 > slots.length * 3) {
      const larger = new Float64Array(slots.length * 2);
      for (const one of slots) if (one !== 0) place(larger, one);
      slots = larger;
    }
    return true;
  };
}
