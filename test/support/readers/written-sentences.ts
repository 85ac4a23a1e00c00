import { parseAst } from "vitest/node";

/** What stands in a source as words of more than one word. */
export interface Written {
  /** As it is written, with `{}` for what is put in. */
  text: string;
  /** Finds it as the whole of another text, with anything for what is put in. */
  whole: RegExp;
  /** The same anywhere in another text. */
  part: RegExp;
}

interface Node {
  type: string;
  [property: string]: unknown;
}

/** Words for the OpenAPI document and for metrics. */
const otherKeys = new Set(["description", "example", "examples", "summary", "help"]);
/** Errors that only the log sees. */
const internal = new Set(["Error", "RangeError", "TypeError"]);

/**
 * The sentences that a TypeScript source can say to others: its texts and templates of two words or more, each sum of them as one.
 * Left out are SQL, types, descriptions of fields, the log's lines and errors that only the log sees.
 */
export function writtenSentences(source: string): Written[] {
  const found: Written[] = [];

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (isNode(value)) look(value);
  }

  function look(node: Node): void {
    if (isSilent(node)) return;
    const parts = partsOf(node);
    if (parts) {
      const text = parts.texts.join("{}");
      const pattern = parts.texts.map(escapePattern).join("[^]+");
      if (/\p{L}{2,}[^\p{L}]* \p{L}/u.test(text))
        found.push({ text, whole: new RegExp(`^${pattern}$`), part: new RegExp(pattern) });
      visit(parts.expressions);
      return;
    }
    for (const [key, value] of Object.entries(node)) if (key !== "type") visit(value);
  }

  visit(parseAst(source, { lang: "ts" } as Parameters<typeof parseAst>[1]));
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

function isSilent(node: Node): boolean {
  if (/^(Import|TS|ExportAll|TaggedTemplate)/.test(node.type))
    return !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type);
  const named = (value: unknown) =>
    (isNode(value) ? (value["name"] ?? value["value"]) : undefined) as string | undefined;
  if (node.type === "Property") return otherKeys.has(named(node["key"]) ?? "");
  const callee = node["callee"];
  if (node.type === "NewExpression") return internal.has(named(callee) ?? "");
  return node.type === "CallExpression" && isNode(callee) && named(callee["object"]) === "log";
}

/** A text, a template or a sum of them: the words, and the expressions between two of them. */
function partsOf(node: Node): { texts: string[]; expressions: unknown[] } | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return { texts: [node["value"]], expressions: [] };
  if (node.type === "TemplateLiteral") {
    const quasis = node["quasis"] as { value: { cooked: string } }[];
    return { texts: quasis.map(({ value }) => value.cooked), expressions: node["expressions"] as unknown[] };
  }
  if (node.type !== "BinaryExpression" || node["operator"] !== "+") return undefined;
  const [left, right] = [node["left"], node["right"]].map((side) => (isNode(side) ? partsOf(side) : undefined));
  if (!left || !right) return undefined;
  const [next = "", ...rest] = right.texts;
  const [last = "", ...before] = left.texts.toReversed();
  return {
    texts: [...before.toReversed(), last + next, ...rest],
    expressions: [...left.expressions, ...right.expressions],
  };
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
