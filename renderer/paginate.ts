/** The rows and notes on one sheet; `to` is exclusive. Only the last sheet has the foot. */
export interface Sheet {
  rows: [from: number, to: number];
  notes: [from: number, to: number];
  foot: boolean;
}

/**
 * Heights in one unit. `head` is from the top to the first row, `carry` the line of a carried subtotal: a sheet has one wherever it begins or ends
 * between rows.
 */
export interface Heights {
  room: number;
  head: number;
  carry: number;
  rows: number[];
  notes: number[];
  foot: number;
}

/** When the foot has to move to another sheet, this many blocks move with it. */
const companions = 2;

/** Fills sheet after sheet. Each has at least one block, even one higher than the paper; a sheet of the foot alone has none. */
export function paginate({ room, head, carry, rows, notes, foot }: Heights): Sheet[] {
  const blocks = [...rows, ...notes];
  const isAmongRows = (place: number) => place > 0 && place < rows.length;
  const tops = [0];
  for (const height of blocks) tops.push((tops.at(-1) ?? 0) + height);
  const heightOf = (from: number, to: number) =>
    head + (isAmongRows(from) ? carry : 0) + (tops[to] ?? 0) - (tops[from] ?? 0) + (isAmongRows(to) ? carry : 0);

  const sheets: Sheet[] = [];
  const add = (from: number, to: number, withFoot: boolean) =>
    sheets.push({
      rows: partOf(from, to, 0, rows.length),
      notes: partOf(from, to, rows.length, blocks.length),
      foot: withFoot,
    });
  let from = 0;
  while (from < blocks.length && heightOf(from, blocks.length) + foot > room) {
    let to = from + 1;
    while (to < blocks.length && heightOf(from, to + 1) <= room) to += 1;
    if (to === blocks.length) to = Math.max(from + 1, to - companions);
    add(from, to, false);
    from = to;
  }
  add(from, blocks.length, true);
  return sheets;
}

/** The part of from..to that lies in start..end, counted from start. */
const partOf = (from: number, to: number, start: number, end: number): [number, number] => {
  const bounded = (place: number) => Math.min(Math.max(place, start), end) - start;
  return [bounded(from), bounded(to)];
};
