import { z } from "@hono/zod-openapi";
import type { LocalizedText } from "../../shared/domain/localized-text.js";
import { says } from "./says.js";

/** `2,02018E+10`: a spreadsheet kept the digits that its column had room for. */
const rounded = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/** 20-30405060-7 and 30.405.060: digits as they are printed. */
const separated = /^\d[\d\s./-]*$/;

const withoutSeparators = (text: string): string => text.replace(/[\s./-]/g, "");

/** Digits of this form. Blanks around them are taken, and what is wrong is said with the digits that are meant. */
const digits = (form: RegExp, explain: (text: string) => LocalizedText) =>
  z
    .string()
    .trim()
    .regex(form, {
      error: says((input) => {
        const text = String(input);
        return rounded.test(text) ? wasRounded(text) : explain(text);
      }),
    });

/** Fault of a number that a spreadsheet shortened. */
export const wasRounded = (text: string): LocalizedText => ({
  en: `is ${text}, because the spreadsheet rounded it: make the column text, and write the whole number anew`,
  es: `Dice ${text} porque la planilla redondeó el número: poné la columna como texto y escribilo entero de nuevo.`,
});

/** Document number of a receiver. Letters cannot be declared: the authority takes a number. */
export const docNumber = digits(/^\d{1,11}$/, (text) => {
  const plain = withoutSeparators(text);
  if (separated.test(text) && plain.length <= 11)
    return {
      en: `must be 1 to 11 digits, without dashes or dots: write ${plain}`,
      es: `Escribí ${plain}, sin guiones ni puntos.`,
    };
  const inside = text.replace(/\D/g, "");
  return /^[\d\sA-Za-z./-]{2,30}$/.test(text) && /[A-Za-z]/.test(text) && inside.length >= 4 && inside.length <= 11
    ? {
        en: `must be 1 to 11 digits: of a passport or a foreign document that has letters declare the digits alone, ${inside}`,
        es: `De un pasaporte o documento extranjero con letras se declaran solamente los números: escribí ${inside}.`,
      }
    : {
        en: "must be 1 to 11 digits, without dashes or dots",
        es: "Tiene que tener de 1 a 11 dígitos, sin guiones ni puntos.",
      };
});

export const exactDigits = (count: number): LocalizedText => ({
  en: `must be ${count} digits`,
  es: `Tienen que ser ${count} dígitos, sin guiones ni espacios.`,
});

export const noTaxId: LocalizedText = {
  en: "is not a tax id: its check digit is wrong",
  es: "Tiene un dígito equivocado: revisalo.",
};

/** CUIT of a taxpayer. Whether its last digit checks the others is the authority's to say. */
export const cuit = digits(/^\d{11}$/, (text) => {
  const plain = withoutSeparators(text);
  if (separated.test(text) && plain.length === 11)
    return { en: `must be 11 digits: write ${plain}`, es: `Escribí ${plain}, sin guiones ni puntos.` };
  return isDni(plain) ? notDni : exactDigits(11);
});

export const cbuDigits = digits(/^\d{22}$/, (text) => {
  const plain = withoutSeparators(text);
  return separated.test(text) && plain.length === 22
    ? { en: `must be 22 digits: write ${plain}`, es: `Escribí ${plain}, sin guiones ni espacios.` }
    : exactDigits(22);
});

/** A document of a person has 7 or 8 digits. */
export const isDni = (text: string): boolean => /^\d{7,8}$/.test(text);

export const notDni: LocalizedText = {
  en: "has the digits of a DNI, and a CUIT is asked for: its 11 digits",
  es: "Es un DNI, y acá va un CUIT: escribí sus 11 dígitos.",
};

/** A tax id as it is printed or typed, in its digits. What is none stays as it is. */
export const taxIdOf = (text: string): string => (/^[\d\s.-]+$/.test(text) ? text.replace(/[\s.-]/g, "") : text);
