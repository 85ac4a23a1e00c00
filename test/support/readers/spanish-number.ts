const small = (
  "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho " +
  "diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
).split(" ");
const tens = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const hundreds =
  "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");

/**
 * Reads a whole number below a million billions in the spelling of the Real Academia Española.
 * @throws Error for everything that a careful writer would not write
 */
export function readSpanishNumber(text: string): bigint {
  if (text === "cero") return 0n;
  const [beforeBillions, belowBillions] = cut(text, "billón", "billones");
  const [beforeMillions, rest] = cut(belowBillions, "millón", "millones");
  const billions = beforeBillions === null ? 0n : readCounted(beforeBillions);
  const millions = beforeMillions === null ? 0n : readCounted(beforeMillions);
  const below = rest === "" ? 0n : readThousands(rest, false);
  return billions * 1_000_000_000_000n + millions * 1_000_000n + below;
}

/** What stands before the unit, null without one, and what follows it. One of it is "un millón", more are "dos millones". */
function cut(text: string, one: string, more: string): [string | null, string] {
  const words = text.split(" ");
  const at = words.findIndex((word) => word === one || word === more);
  if (at < 0) return [null, text];
  const before = words.slice(0, at).join(" ");
  if ((before === "un") !== (words[at] === one)) throw unreadable(text);
  return [before, words.slice(at + 1).join(" ")];
}

const readCounted = (text: string): bigint => readThousands(text, true);

/** Below a million. `shortened`: a noun follows, so it ends in "un" where it would end in "uno". */
function readThousands(text: string, shortened: boolean): bigint {
  const words = text.split(" ");
  const at = words.indexOf("mil");
  if (at < 0) return readHundreds(words, shortened);
  const thousands = at === 0 ? 1n : readHundreds(words.slice(0, at), true);
  if (at > 0 && thousands === 1n) throw unreadable(text);
  const after = words.slice(at + 1);
  return thousands * 1_000n + (after.length === 0 ? 0n : readHundreds(after, shortened));
}

/** From 1 to 999. */
function readHundreds(words: string[], shortened: boolean): bigint {
  if (words.join(" ") === "cien") return 100n;
  const at = hundreds.indexOf(words[0] ?? "");
  const rest = at < 0 ? words : words.slice(1);
  if (at === 0 && rest.length === 0) throw unreadable(words.join(" "));
  return BigInt(at + 1) * 100n + (at >= 0 && rest.length === 0 ? 0n : readTens(rest, shortened));
}

/** From 1 to 99. */
function readTens(words: string[], shortened: boolean): bigint {
  const [first = "", and, last = "", ...more] = words;
  const at = tens.indexOf(first);
  if (at < 0) return readSmall(words.join(" "), shortened, [1, 29]);
  const value = BigInt(at + 3) * 10n;
  if (words.length === 1) return value;
  if (and !== "y" || more.length > 0) throw unreadable(words.join(" "));
  return value + readSmall(last, shortened, [1, 9]);
}

function readSmall(word: string, shortened: boolean, [least, most]: [number, number]): bigint {
  const forms = shortened ? small.with(1, "un").with(21, "veintiún") : small;
  const value = forms.indexOf(word);
  if (value < least || value > most) throw unreadable(word);
  return BigInt(value);
}

const unreadable = (text: string) => new Error(`not a number in Spanish words: ${JSON.stringify(text)}`);
