import { say } from "../sentence.js";
import { instantOf } from "./values.js";

/** Why a mail or a webhook did not arrive: mailer/webhooks/, mailer/read-failure.ts and shared/db/webhooks/sending.ts. */
export const deliverySentences = [
  say("connection refused", "El servidor rechazó la conexión."),
  say("the host has no public address", "Ese servidor no tiene una dirección pública de internet: revisá el nombre."),
  say("the host cannot be reached", "No se llega al servidor."),
  say("the connection timed out", "El servidor no contestó la conexión."),
  say("the certificate is not valid today", "El certificado del servidor no está vigente."),
  say("the certificate is of another name", "El certificado del servidor es de otro nombre."),
  say("the certificate is not trusted", "El certificado del servidor no es de confianza."),
  say("no TLS connection could be made", "No se pudo hacer una conexión segura."),
  say("the headers of the answer are too long", "La respuesta tiene encabezados demasiado largos."),
  say("the answer is not HTTP", "El servidor no responde HTTP."),
  say("the connection was closed before the answer", "El servidor cortó la conexión antes de responder."),
  say("the request failed ({code})", "El envío falló ({code})."),
  say("the address of the webhook {problem}", "La dirección del webhook ya no se acepta: cambiala."),
  say("the address {address} is not public", "La dirección {address} no es pública de internet."),
  say("no answer", "No hubo respuesta."),
  say("redirects are not followed", "El servidor redirige a otra dirección: poné la definitiva."),
  say("timed out after {n} s", "El servidor tardó más de {n} segundos."),
  say("nobody saw how it ended", "No se sabe cómo terminó."),
  say("under way since {instant}", ({ instant }) => `Está en curso desde el ${instantOf(instant)}.`),
  say("The endpoint answered 410 (Gone).", "La dirección respondió que ya no existe (410)."),
  say("No delivery has succeeded for {n} days.", "Hace {n} días que no se entrega nada."),
  say("the answer of the mail server was lost", "Se perdió la respuesta del servidor de correo."),
  say(
    "the message or its address cannot be sent",
    "El correo o su dirección no se pueden enviar: revisá la dirección.",
  ),
  say("the mail server could not be reached", "No se llega al servidor de correo: se vuelve a intentar solo."),
  say(
    "in homologation this company mails the account's address only",
    "En homologación la empresa manda correos solamente a la dirección de la cuenta.",
  ),
  say(
    "in homologation this company mails addresses of the account's domain only",
    "En homologación la empresa manda correos solamente a direcciones del dominio de la cuenta.",
  ),
];
