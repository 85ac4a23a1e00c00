import fc from "fast-check";

type Mutation = (text: string) => string;

const at = (text: string, share: number) => Math.floor(share * text.length);
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

const elementsIn = (text: string): string[] => text.match(/<(\w+)>[^<]*<\/\1>|<\w+ ?\/>/g) ?? [];

const pick = <T>(rows: T[], where: number): T | undefined => rows[Math.floor(where * rows.length)];

const truncate = share.map(
  (where): Mutation =>
    (text) =>
      text.slice(0, at(text, where)),
);

const cutOut = fc.tuple(share, share).map(
  ([from, size]): Mutation =>
    (text) =>
      text.slice(0, at(text, from)) + text.slice(at(text, from + size * 0.1)),
);

const insert = fc
  .tuple(
    share,
    fc.constantFrom(
      ..."<|>|&|</|/>|A|R|0|7|<CAE>|</CAE>|<Errors>|</Errors>|<!--|-->|<![CDATA[|]]>|<?x|?>|\0|\ufeff|é".split("|"),
      "<Resultado>A</Resultado>",
      "<Resultado>R</Resultado>",
      "<Errors><Err><Code>501</Code><Msg>m</Msg></Err></Errors>",
      "<Observaciones><Obs><Code>10015</Code><Msg>m</Msg></Obs></Observaciones>",
      "<CAE>86330767799632</CAE>",
    ),
  )
  .map(
    ([where, scrap]): Mutation =>
      (text) =>
        text.slice(0, at(text, where)) + scrap + text.slice(at(text, where)),
  );

/** Swaps two leaf elements. */
const reorder = fc.tuple(share, share).map(
  ([one, other]): Mutation =>
    (text) => {
      const [first, second] = [pick(elementsIn(text), one), pick(elementsIn(text), other)];
      if (first === undefined || second === undefined) return text;
      const mark = "\u0001";
      return text
        .replace(first, mark)
        .replace(second, () => first)
        .replace(mark, () => second);
    },
);
const repeat = share.map(
  (where): Mutation =>
    (text) => {
      const element = pick(elementsIn(text), where) ?? "";
      return text.replace(element, () => element + element);
    },
);
const remove = share.map(
  (where): Mutation =>
    (text) =>
      text.replace(pick(elementsIn(text), where) ?? "", ""),
);

const wrongNamespace = fc
  .constantFrom("http://ar.gov.afip.dif.FEV2/", "", "http://schemas.xmlsoap.org/soap/envelope/", "urn:other")
  .map(
    (namespace): Mutation =>
      (text) =>
        text.replaceAll("http://ar.gov.afip.dif.FEV1/", namespace),
  );
const strayNamespace = share.map(
  (where): Mutation =>
    (text) => {
      const element = pick(elementsIn(text), where) ?? "";
      return text.replace(element, () => element.replace(/^<(\w+)/, '<$1 xmlns="urn:other"'));
    },
);

/** An element of another namespace between two others: one of the contract's names, or one that it does not know. */
const foreignElement = fc
  .tuple(
    share,
    fc.constantFrom("Nuevo", "Resultado", "CAE", "Errors", "Obs", "ResultGet", "CodAutorizacion", "CbteNro"),
  )
  .map(
    ([where, name]): Mutation =>
      (text) => {
        const element = pick(elementsIn(text), where) ?? "";
        return text.replace(element, () => `${element}<x:${name} xmlns:x="urn:x">A</x:${name}>`);
      },
  );

/** Changes the verdict, number, sequence, code or authorization code, in one place or everywhere. */
const changeValue = fc
  .tuple(
    fc.constantFrom<[RegExp, string]>(
      [/<Resultado>[ARP]</, "<Resultado>A<"],
      [/<Resultado>[ARP]</, "<Resultado>R<"],
      [/<Resultado>[ARP]</, "<Resultado>P<"],
      [/<Resultado>[ARP]</, "<Resultado><"],
      [/<CbteDesde>\d+</, "<CbteDesde>702<"],
      [/<CbteHasta>\d+</, "<CbteHasta>702<"],
      [/<PtoVta>\d+</, "<PtoVta>3<"],
      [/<CbteTipo>\d+</, "<CbteTipo>1<"],
      [/<Cuit>\d+</, "<Cuit>20111111112<"],
      [/<CbteNro>\d+</, "<CbteNro>-1<"],
      [/<CAE>\d+</, "<CAE>8633076779963<"],
      [/<CodAutorizacion>\d+</, "<CodAutorizacion>0<"],
      [/<CAEFchVto>\d+</, "<CAEFchVto>20260230<"],
      [/<Code>\d+</, "<Code>501<"],
      [/<Code>\d+</, "<Code>10016<"],
      [/<Code>\d+</, "<Code>ten<"],
      [/Response/, "Reply"],
    ),
    fc.boolean(),
  )
  .map(
    ([[pattern, by], everywhere]): Mutation =>
      (text) =>
        text.replace(everywhere ? new RegExp(pattern, "g") : pattern, by),
  );

const bomb =
  '<!DOCTYPE l [<!ENTITY a "AAAAAAAAAA"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>';
const entityBomb = share.map(
  (where): Mutation =>
    (text) =>
      `${bomb}${text.slice(0, at(text, where))}&c;&d;${text.slice(at(text, where))}`,
);
const entityInPlace = fc.constantFrom("&c;", "&#65;", "&#x41;", "&lt;CAE&gt;").map(
  (entity): Mutation =>
    (text) =>
      text.replace(/<Resultado>[ARP]/, `<Resultado>${entity}`),
);

const html =
  "<!DOCTYPE html><html><head><title>503</title></head><body><h1>Service Unavailable</h1><p>Resultado: A</p></body></html>";
const anotherBody = fc
  .constantFrom(html, html.slice("<!DOCTYPE html>".length), "", " ", "OK", '{"Resultado":"A"}', "<x/>", "\ufeff")
  .map(
    (body): Mutation =>
      () =>
        body,
  );
const wrapped = fc
  .constantFrom<[string, string]>(
    ["<html><body>", "</body></html>"],
    ["<!--", "-->"],
    ["", html],
    [" ", " "],
    ["x", ""],
  )
  .map(
    ([before, after]): Mutation =>
      (text) =>
        before + text + after,
  );
const twice: Mutation = (text) => text + text;
const deep = share.map(
  (where): Mutation =>
    (text) =>
      text.slice(0, at(text, where)) + "<a>".repeat(60) + "</a>".repeat(60) + text.slice(at(text, where)),
);
/** Longer than the longest answer that we read. */
const huge: Mutation = (text) => text.replace("</soap:Body>", () => `${"<x>1</x>".repeat(150_000)}</soap:Body>`);
const longText = fc.nat(50_000).map(
  (length): Mutation =>
    (text) =>
      text.replace("<Msg>", `<Msg>${"m".repeat(length)}`),
);

const mutation = fc.oneof(
  { weight: 10, arbitrary: truncate },
  { weight: 10, arbitrary: cutOut },
  { weight: 20, arbitrary: insert },
  { weight: 20, arbitrary: reorder },
  { weight: 10, arbitrary: repeat },
  { weight: 10, arbitrary: remove },
  { weight: 5, arbitrary: wrongNamespace },
  { weight: 5, arbitrary: strayNamespace },
  { weight: 10, arbitrary: foreignElement },
  { weight: 40, arbitrary: changeValue },
  { weight: 5, arbitrary: entityBomb },
  { weight: 5, arbitrary: entityInPlace },
  { weight: 3, arbitrary: anotherBody },
  { weight: 5, arbitrary: wrapped },
  { weight: 2, arbitrary: fc.constant(twice) },
  { weight: 2, arbitrary: deep },
  { weight: 5, arbitrary: longText },
);

/** One of the answers with one to three mutations; one in a thousand is also too long to be read. */
export const mutatedAnswer = (answers: string[]): fc.Arbitrary<string> =>
  fc
    .record({
      answer: fc.constantFrom(...answers),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
      isHuge: fc.integer({ min: 0, max: 999 }).map((drawn) => drawn === 0),
    })
    .map(({ answer, mutations, isHuge }) => {
      const mutated = mutations.reduce((text, mutate) => mutate(text), answer);
      return isHuge ? huge(mutated) : mutated;
    });
