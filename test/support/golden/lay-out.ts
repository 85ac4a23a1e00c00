/** A word, a sign, a text or a comment, or what stands between two brackets, which CASE and END are too. */
interface Node {
  text: string;
  /** No space stands before it. */
  isGlued: boolean;
  inner?: Node[];
  close?: string;
}

const widest = 120;
const longestBrackets = 90;

const token =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[A-Za-z_][\w.]*(?:\.\*)?|\d[\d.]*|::|->>|->|#>>|<>|<=|>=|\|\||@>|[\s\S]/g;

/** Words that begin a line. */
const clauses = new Set(
  `WITH SELECT FROM WHERE JOIN LEFT CROSS GROUP HAVING ORDER LIMIT OFFSET FOR SET VALUES RETURNING UNION INSERT UPDATE DELETE USING
   WHEN ELSE`.split(/\s+/),
);
/** Words that begin a line within these clauses, or in brackets without a clause. */
const conditions = new Set(["AND", "OR", "ON"]);
const conditional = ["WHERE", "JOIN", "LEFT", "CROSS", "HAVING", "WHEN", ""];
/** What goes on in the line of the word before it, though it may begin one. */
const goesOn: Record<string, string[]> = {
  JOIN: ["LEFT", "CROSS"],
  SET: ["DO UPDATE"],
  UPDATE: ["FOR", "KEY", "DO"],
  FROM: ["DELETE", "DISTINCT", "epoch"],
  ON: ["DISTINCT"],
  // An ORDINALITY.
  WITH: ["("],
};

/**
 * A statement with a clause and a condition a line. What stands in brackets stays in one line where it is short and asks for no rows. Nothing
 * is changed but the space between two words.
 */
export function layOut(statement: string): string {
  const { nodes } = parse(statement.match(token) ?? [], 0);
  return `${write(nodes, 0).trim()}\n`;
}

function parse(tokens: string[], start: number): { nodes: Node[]; next: number } {
  const nodes: Node[] = [];
  let isGlued = true;
  for (let at = start; at < tokens.length; at++) {
    const text = tokens[at] ?? "";
    if (/^\s/.test(text)) isGlued = false;
    else if (text === ")" || text === "END") return { nodes, next: at };
    else if (text === "(" || text === "CASE") {
      const { nodes: inner, next } = parse(tokens, at + 1);
      nodes.push({ text, isGlued, inner, close: tokens[next] ?? "" });
      at = next;
      isGlued = true;
    } else {
      nodes.push({ text, isGlued });
      isGlued = true;
    }
  }
  return { nodes, next: tokens.length };
}

/** In one line. */
const flat = (nodes: Node[]): string =>
  nodes.map((node, at) => `${at === 0 ? "" : spaceBefore(node, nodes[at - 1])}${flatNode(node)}`).join("");

const flatNode = ({ text, inner, close }: Node): string => {
  if (!inner) return text;
  const pad = text === "CASE" ? " " : "";
  return `${text}${pad}${flat(inner)}${pad}${close}`;
};

const spaceBefore = ({ text, isGlued }: Node, before: Node | undefined): string =>
  text === "," || (isGlued && before?.text !== ",") ? "" : " ";

/** Too long for one line, or rows that more than one condition chooses. */
const isLong = (node: Node): boolean =>
  node.inner !== undefined && (flatNode(node).length > longestBrackets || hasLines(node.inner));

const hasLines = (nodes: Node[]): boolean => {
  const has = (...words: string[]) => nodes.some(({ text }) => words.includes(text));
  return (
    has("JOIN") ||
    (has("WHERE") && has("AND", "OR")) ||
    nodes.some(({ text, inner }) => text.startsWith("--") || (inner !== undefined && hasLines(inner)))
  );
};

function write(nodes: Node[], depth: number): string {
  let written = "";
  let indent = depth;
  const breakAt = (at: number) => {
    indent = at;
    written += `\n${"  ".repeat(at)}`;
  };
  let clause = "";
  let isRange = false;
  for (const [at, node] of nodes.entries()) {
    const { text, inner, close } = node;
    const before = nodes[at - 1];
    const goesOnHere = goesOn[text]?.includes(before?.text ?? "") ?? false;
    const isClause = clauses.has(text) && !goesOnHere;
    const isCondition =
      conditions.has(text) && conditional.includes(clause) && !goesOnHere && !(text === "AND" && isRange);
    if (text === "BETWEEN" || text === "AND") isRange = text === "BETWEEN";
    const further = clause !== "" && !isClause ? 1 : 0;
    const column = written.length - written.lastIndexOf("\n") + (written.includes("\n") ? 0 : depth * 2);
    const isFull = before?.text === "," && column + flat(upToComma(nodes, at)).length > widest;
    if (at > 0) {
      if (isTable(nodes, at) || /^(--|\/\*)/.test(before?.text ?? "") || text.startsWith("--")) breakAt(depth);
      else if (isClause || isCondition || isFull) breakAt(depth + further);
      else written += spaceBefore(node, before);
    }
    if (isClause) clause = text;
    if (inner && isLong(node)) {
      const opened = indent;
      written += text;
      breakAt(opened + 1);
      written += write(inner, opened + 1);
      breakAt(opened);
      written += close;
    } else written += flatNode(node);
  }
  return written;
}

const upToComma = (nodes: Node[], from: number): Node[] => {
  const end = nodes.findIndex(({ text }, at) => at > from && (text === "," || clauses.has(text)));
  return nodes.slice(from, end < 0 ? undefined : end);
};

/** The name of a table of WITH that has another before it. */
const isTable = (nodes: Node[], at: number): boolean => {
  const before = nodes.slice(0, at).findLast(({ text }) => !text.startsWith("--"));
  return (
    before?.text === "," &&
    nodes[at + 1]?.text === "AS" &&
    (nodes[at + 2]?.text === "MATERIALIZED" || nodes[at + 2]?.text === "(")
  );
};
