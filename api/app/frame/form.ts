/** Fields that a form sent, in order: a name may be there several times. */
export type Form = [name: string, value: string | File][];

/** The value of a field without blanks around it; empty when it was not sent. */
export function text(form: Form, name: string): string {
  const found = form.find(([each]) => each === name)?.[1];
  return typeof found === "string" ? found.trim() : "";
}

/** The values of a field that may be there several times. */
export const texts = (form: Form, name: string): string[] =>
  form.flatMap(([each, value]) => (each === name && typeof value === "string" ? [value.trim()] : []));

/** The file of a field; undefined when none was chosen. */
export function file(form: Form, name: string): File | undefined {
  const found = form.find(([each]) => each === name)?.[1];
  return found instanceof File && found.size > 0 ? found : undefined;
}

/** All texts of a form by their names, as a page shows them again. */
export const values = (form: Form): Record<string, string> =>
  Object.fromEntries(form.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));

/** Far beyond the longest password, in whatever letters: what is longer is refused as too long, or is no password of anybody. */
const maxSecretLength = 2_000;

/** The text of a field as it was typed: blanks at its ends belong to a password. */
export function secretText(form: Form, name: string): string {
  const found = form.find(([each]) => each === name)?.[1];
  return typeof found === "string" ? found.slice(0, maxSecretLength) : "";
}
