const maxCharacters = 60;

/** Texts of which mail programs make a link: an address with its scheme, one of mail, `www.` and what has a domain's form. */
const linkLike = /\p{L}+:\/\/\S*|\S*@\S+|www\.\S*|(?:[\p{L}\p{N}-]{2,}\.)+\p{L}{2,}(?:[/:?#]\S*)?/giu;
/** Six digits or more, however they are set apart. */
const phoneLike = /[+(]*\d(?:[\s().\-/]*\d){5,}/gu;

/**
 * A name that somebody chose for themselves, as our own mails and pages may say it to others: quoted, cut, and without anything to
 * follow, write or call.
 */
export function quotedName(name: string): string {
  const characters = [...withoutLinks(oneLine(name)).trim()];
  const cut = characters.length <= maxCharacters ? characters : [...characters.slice(0, maxCharacters - 1), "…"];
  return `“${cut.join("")}”`;
}

const oneLine = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/["'“”‘’«»‹›„`´]/gu, "")
    .replace(/[\s\p{C}]+/gu, " ");

/** Until there is nothing left: what stood around a link may be one itself once that is gone. */
function withoutLinks(text: string): string {
  const less = text.replace(linkLike, "…").replace(phoneLike, "…");
  return less === text ? text : withoutLinks(less);
}
