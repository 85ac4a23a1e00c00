import type { DuePersonMail } from "../shared/db/people/mails.js";
import { quotedName } from "../shared/domain/quoted-name.js";
import { automatic, type Message, messageIdOf, oneLine, paragraphs } from "./message.js";
import type { Fill } from "./template.js";

/** Where a mail may lead to. */
export interface PersonMailUrls {
  forgot: string;
  /** Where this person sets a password, or sees an invitation; null when the mail is for neither. */
  link: string | null;
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

function wordsOf(mail: DuePersonMail, { forgot, link }: PersonMailUrls): PersonWords {
  const { kind, email } = mail;
  if (kind === "password-changed")
    return {
      title: "Tu contraseña de Talonario cambió",
      what: `Se guardó una contraseña nueva para ${email}, y se cerraron todas las sesiones que estaban abiertas.`,
      button: "No fui yo: elegir otra contraseña",
      url: forgot,
      advice: "Si la cambiaste vos, no tenés que hacer nada.",
    };
  const url = link ?? forgot;
  if (kind === "reset")
    return {
      title: "Elegí una contraseña nueva para Talonario",
      what: `Pediste elegir una contraseña nueva para ${email}.`,
      button: "Elegir mi contraseña",
      url,
      advice: `${oneUse("en una hora", forgot)} Si no lo pediste, ignorá este mensaje: tu contraseña sigue siendo la misma.`,
    };
  // The same for whoever uses the service already. The company chose its own name, so nothing of it stands in the subject.
  return {
    title: "Te invitaron a Talonario",
    what: `La empresa ${quotedName(mail.companyName ?? "")} te invitó a ver sus comprobantes en Talonario, donde entrás como ${email}.`,
    button: "Ver la invitación",
    url,
    advice: `Si ya tenés una contraseña, entrá y aceptala; si no, elegí una. ${oneUse("a las 48 horas", forgot)} Si no conocés a la empresa o no esperabas la invitación, ignorá este mensaje.`,
  };
}

const oneUse = (when: string, forgot: string) =>
  `El enlace sirve una sola vez y vence ${when}; después podés pedir otro en ${forgot}.`;
