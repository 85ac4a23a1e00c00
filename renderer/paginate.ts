/** One sheet's share of the rows and notes, from and up to but not including; the foot stands on the last sheet alone. */
export interface Sheet {
  rows: [from: number, to: number];
  notes: [from: number, to: number];
  foot: boolean;
}

/** Heights in one unit. `carry` is the line of a carried subtotal: a sheet that begins or ends among the rows has one there. */
export interface Heights {
  room: number;
  head: number;
  carry: number;
  rows: number[];
  notes: number[];
  foot: number;
}

/** Blocks that keep the foot company where it has to move to a sheet of its own. */
const companions = 2;

/** Fills sheet after sheet. Every sheet but one of the foot alone has a block, also when that is higher than the paper. */
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
      rows: within(from, to, 0, rows.length),
      notes: within(from, to, rows.length, blocks.length),
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
const within = (from: number, to: number, start: number, end: number): [number, number] => {
  const bounded = (place: number) => Math.min(Math.max(place, start), end) - start;
  return [bounded(from), bounded(to)];
};
