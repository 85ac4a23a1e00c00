/** Owner of something, from the widest group to the narrowest, such as `["198.51.100.0/24", "198.51.100.7"]`. The last is its key. */
export type Groups = readonly [...wider: string[], key: string];

interface GroupMember {
  groups: Groups;
}

type SizeOf = (group: string) => number;

export const keyOf = (groups: Groups): string => groups.at(-1) ?? "";

/**
 * How large each group is: as many as there are of it, and what its keys among them did before. What others of a group did before is
 * not theirs.
 */
function measureGroups(all: Iterable<GroupMember>, beforeOf: SizeOf): SizeOf {
  const sizes = new Map<string, number>();
  const seen = new Set<string>();
  for (const { groups } of all) {
    const key = keyOf(groups);
    const more = seen.has(key) ? 1 : 1 + beforeOf(key);
    seen.add(key);
    for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + more);
  }
  return (group) => sizes.get(group) ?? 0;
}

/**
 * Members of the largest group, and of them those of its largest part, down to the key. So whoever spreads over many addresses of one
 * prefix is one large group, and of those within the prefix the address that takes the most comes first.
 */
function ofLargest<One extends GroupMember>(all: readonly One[], sizeOf: SizeOf): One[] {
  const depth = Math.max(0, ...all.map(({ groups }) => groups.length));
  let left = [...all];
  for (let level = 0; level < depth; level += 1) {
    const sizes = left.map(({ groups }) => sizeOf(groups[level] ?? keyOf(groups)));
    const most = Math.max(...sizes);
    left = left.filter((_, at) => sizes[at] === most);
  }
  return left;
}

/**
 * Largest group beside a newcomer, whose own weight may be what makes its group the largest. Then whoever has as much as the newcomer, of
 * whatever group; and where nobody has, the largest group of those who are there already. So nobody gives way who has less than the
 * newcomer and is of its group by chance.
 */
export function ofLargestBeside<One extends GroupMember>(
  newcomer: GroupMember,
  all: readonly One[],
  present: readonly GroupMember[],
  beforeOf: SizeOf,
): One[] {
  const sizeOf = measureGroups([...present, newcomer], beforeOf);
  const weight = sizeOf(keyOf(newcomer.groups));
  const isAsLarge = (one: One) => sizeOf(keyOf(one.groups)) >= weight;
  const largest = ofLargest(all, sizeOf);
  if (!largest.every((one) => one.groups[0] === newcomer.groups[0] && !isAsLarge(one))) return largest;
  const others = all.filter(isAsLarge);
  return others.length > 0 ? ofLargest(others, sizeOf) : ofLargest(all, measureGroups(present, beforeOf));
}

/**
 * Members with the least: of whose groups the fewest are there, and who had the least before. So somebody of a large prefix who comes for
 * the first time is not last for it, nor is somebody first whose prefix sends another address each time.
 */
export function ofLeast<One extends GroupMember>(all: readonly One[], beforeOf: (groups: Groups) => number): One[] {
  const countOf = measureGroups(all, () => 0);
  const sizes = all.map(({ groups }) => {
    const sum = groups.reduce((most, group) => most + countOf(group), 0);
    return sum / groups.length + beforeOf(groups);
  });
  const least = Math.min(...sizes);
  return all.filter((_, at) => sizes[at] === least);
}
