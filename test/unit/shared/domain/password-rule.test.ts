import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { isCommonPassword, listedPasswords } from "../../../../shared/db/people/set-password.js";
import { passwordFault } from "../../../../shared/domain/password-rule.js";

const owner = { email: "ana.perez@example.com", names: ["Ana Pérez", "Panadería La Espiga S.R.L."] };
const judge = (password: string) => passwordFault(password, owner, isCommonPassword);

test("a password has 10 to 200 characters, counted as people count them", () => {
  expect(judge("nueve let")).toBe("short");
  expect(judge("diez letra")).toBeUndefined();
  expect(judge("😀á😀é😀í😀ó😀")).toBe("short");
  expect(judge("😀á😀é😀í😀ó😀ú")).toBeUndefined();
  // An accent that is typed as a character of its own counts with its letter.
  expect(judge("áéíóúáéíó".normalize("NFD"))).toBe("short");
  expect(judge("ab".repeat(100))).toBeUndefined();
  expect(judge(`${"ab".repeat(100)}c`)).toBe("long");
});

test.each([
  "1234567890",
  "Password123",
  "Password1!",
  "qwerty123!",
  "12345678911",
  "1111111112",
  "football123",
  "Argentina2026",
  "Facturas2026",
  "iloveyou 12",
  "contraseña123".normalize("NFD"),
  "QWERTYUIOP",
  "aaaaaaaaaaaa",
])("%s is one of the first that anybody tries", (common) => {
  expect(judge(common)).toBe("common");
});

test("none of the 10,000 most used passwords can be chosen, nor with digits and signs behind it", () => {
  const listed = listedPasswords();
  expect(listed.length).toBeGreaterThan(10_000);
  const long = listed.filter((password) => [...password].length >= 10);
  expect(long.length).toBeGreaterThan(1_500);
  expect(long.filter((password) => judge(password) !== "common")).toEqual([]);
  const words = listed.slice(0, 10_000).filter((password) => /^\p{L}{6,}$/u.test(password));
  expect(words.length).toBeGreaterThan(4_000);
  for (const end of ["2026", "12345", "1!2?", "2026!!"]) {
    const chosen = words.filter(
      (password) => judge(`${password.toUpperCase()}${end}`) !== "common" && [...password].length + end.length >= 10,
    );
    expect(chosen).toEqual([]);
  }
});

test("the list is that of the package that it names", () => {
  const published: readonly string[] = dictionary["passwords-common"];
  expect(listedPasswords()).toEqual(published.filter((word, rank) => rank < 10_000 || [...word].length >= 10));
});

test.each([
  ["ana.perez@example.com", "email"],
  ["ANA.PEREZ@example.com ", "email"],
  ["xx Ana.Perez 2026 xx", "email"],
  ["anaperez-secreto", "email"],
  ["Panadería-Espiga9", "name"],
  ["La Espiga 2026", "name"],
  ["panaderia la espiga srl y mucho mas", "name"],
  ["Talonario2026", "name"],
  ["mi TALONARIO de recibos", "name"],
])("%s has in it what anybody knows of its owner", (password, fault) => {
  expect(judge(password)).toBe(fault);
});

test("a word of a name may stand in a sentence that is long enough without it", () => {
  expect(judge("en la panaderia llueve de noche")).toBeUndefined();
  expect(judge("una clave que nadie adivina")).toBeUndefined();
  const other = { email: "otra@example.com", names: [] };
  expect(passwordFault("panaderia-espiga9", other, isCommonPassword)).toBeUndefined();
});
