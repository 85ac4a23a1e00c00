import type { DuePersonMail } from "../shared/db/people/mails.js";
import { automatic, type Message, messageIdOf, oneLine, paragraphs } from "./message.js";
import type { Fill } from "./template.js";

/** Where a mail may lead to. */
export interface PersonMailUrls {
  app: string;
  forgot: string;
  /** Where this person sets a password; null when the mail is not for that. */
  password: string | null;
}

/** The message to a person who uses the application, in Spanish. The same mail always gives the same Message-ID. */
export function composePersonMail(fill: Fill, from: string, mail: DuePersonMail, urls: PersonMailUrls): Message {
  const name = oneLine(mail.name ?? "");
  const greeting = name ? `Hola, ${name}:` : "Hola:";
  const { title, what, button, url, advice } = wordsOf(mail, urls);
  const footer = `Mensaje automático de Talonario para ${mail.email}.`;
  return {
    from,
    to: { name, address: mail.email },
    subject: title,
    messageId: messageIdOf(`person-${mail.id}`, from),
    text: paragraphs([greeting, what, `${button}:\n${url}`, advice, footer]),
    html: fill({ title, greeting, what, button, url, advice, footer }),
    headers: automatic,
    attachments: [],
  };
}

interface PersonWords {
  title: string;
  what: string;
  button: string;
  url: string;
  advice: string;
}

function wordsOf(mail: DuePersonMail, { app, forgot, password }: PersonMailUrls): PersonWords {
  const { kind, email } = mail;
  if (kind === "password-changed")
    return {
      title: "Tu contraseña de Talonario cambió",
      what: `Se guardó una contraseña nueva para ${email}, y se cerraron todas las sesiones que estaban abiertas.`,
      button: "No fui yo: elegir otra contraseña",
      url: forgot,
      advice: "Si la cambiaste vos, no tenés que hacer nada.",
    };
  if (kind === "reset")
    return {
      title: "Elegí una contraseña nueva para Talonario",
      what: `Pediste elegir una contraseña nueva para ${email}.`,
      button: "Elegir mi contraseña",
      url: password ?? forgot,
      advice: `${oneUse(forgot)} Si no lo pediste, ignorá este mensaje: tu contraseña sigue siendo la misma.`,
    };
  const company = oneLine(mail.companyName ?? "");
  const invited = { title: `${company} te invita a Talonario` };
  const what = `${company} te dio acceso a sus comprobantes en Talonario, donde entrás como ${email}.`;
  const unexpected = "Si no esperabas esta invitación, ignorá este mensaje.";
  if (password === null)
    return {
      ...invited,
      what: `${what} La contraseña es la que ya tenés.`,
      button: "Entrar",
      url: app,
      advice: unexpected,
    };
  return { ...invited, what, button: "Elegir mi contraseña", url: password, advice: `${oneUse(forgot)} ${unexpected}` };
}

const oneUse = (forgot: string) =>
  `El enlace sirve una sola vez y vence a las 48 horas; después podés pedir otro en ${forgot}.`;
