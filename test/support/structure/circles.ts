/** Children of one folder, files and folders, that import each other in a loop. */
export interface Circle {
  folder: string;
  children: string[];
}

/**
 * The circles of folders: in each folder, the sets of children of which each one reaches every other by imports. Types count too. No file
 * need import itself through others for that.
 */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): Circle[] {
  return foldersOf([...graph.keys()]).flatMap((folder) =>
    stronglyConnected(betweenChildren(graph, folder)).map((children) => ({ folder, children })),
  );
}

function foldersOf(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const names = file.split("/").slice(0, -1);
    return names.map((_, depth) => names.slice(0, depth + 1).join("/"));
  });
  return [".", ...new Set(folders)];
}

/** The child of the folder in which the file stands: a folder ends in a slash. */
function childOf(folder: string, file: string): string | undefined {
  if (folder !== "." && !file.startsWith(`${folder}/`)) return undefined;
  return (folder === "." ? file : file.slice(folder.length + 1)).replace(/\/.*/, "/");
}

function betweenChildren(graph: ReadonlyMap<string, readonly string[]>, folder: string): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const from = childOf(folder, file);
    if (from === undefined) continue;
    const reached = edges.get(from) ?? new Set();
    for (const target of targets) {
      const to = childOf(folder, target);
      if (to !== undefined && to !== from) reached.add(to);
    }
    edges.set(from, reached);
  }
  return edges;
}

function stronglyConnected(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachOf = (from: string): Set<string> => {
    const reached = new Set<string>();
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const to of edges.get(next) ?? []) {
        if (reached.has(to)) continue;
        reached.add(to);
        open.push(to);
      }
    return reached;
  };
  const reach = new Map([...edges.keys()].map((child) => [child, reachOf(child)]));
  const seen = new Set<string>();
  const found: string[][] = [];
  for (const [child, reached] of reach) {
    if (seen.has(child) || !reached.has(child)) continue;
    const circle = [...reached].filter((other) => reach.get(other)?.has(child)).sort();
    for (const each of circle) seen.add(each);
    found.push(circle);
  }
  return found;
}
