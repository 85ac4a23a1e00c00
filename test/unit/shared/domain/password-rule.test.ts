import { expect, test } from "vitest";
import { passwordFault } from "../../../../shared/domain/password-rule.js";

const judge = (password: string) => passwordFault(password, "ana@example.com");

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

test("it is neither the e-mail nor what anybody tries first, in whatever case", () => {
  expect(judge("ana@example.com")).toBe("email");
  expect(judge("ANA@example.com ")).toBe("email");
  expect(passwordFault("ana@example.com", "otra@example.com")).toBeUndefined();
  for (const common of ["1234567890", "Password123", "contraseña123".normalize("NFD"), "QWERTYUIOP", "aaaaaaaaaaaa"])
    expect([common, judge(common)]).toEqual([common, "common"]);
});
