/** What each action of the audit log did. */
const actions: Record<string, string> = {
  "apikey.create": "Creó una clave de API",
  "apikey.revoke": "Revocó una clave de API",
  "batch.cancel": "Canceló un lote",
  "batch.create": "Cargó un lote",
  "certificate.activate": "Instaló un certificado",
  "certificate.create": "Pidió un certificado",
  "company.create": "Dio de alta la empresa",
  "contingency.end": "Terminó la contingencia",
  "contingency.start": "Inició la contingencia",
  "contingency.verify": "Verificó la numeración de contingencia",
  "contingency.resolve": "Decidió sobre un informe rechazado",
  "database.restored": "Declaró que la base de datos volvió atrás",
  "database.watermark": "Descartó una marca que decía que la base de datos volvió atrás",
  "rule.set": "Cambió la fecha de una regla de ARCA",
  "fiscaldata.update": "Cambió los datos fiscales",
  "invoice.email.schedule": "Mandó un comprobante por correo",
  "invoice.import": "Importó comprobantes",
  "invoice.pdf.regenerate": "Volvió a hacer el PDF de un comprobante",
  "invoice.pdf.retry": "Reintentó los PDF fallidos",
  "invoice.report": "Volvió a informar un comprobante con CAEA",
  "issuance.resolve": "Decidió un comprobante en duda",
  "pos.create": "Agregó un punto de venta",
  "pos.logo.delete": "Quitó el logo de un punto de venta",
  "pos.logo.update": "Cambió el logo de un punto de venta",
  "pos.update": "Cambió un punto de venta",
  "quota.extra": "Sumó comprobantes al cupo",
  "sequence.verify": "Verificó una numeración",
  "subscription.update": "Cambió la suscripción",
  "user.accept": "Aceptó la invitación",
  "user.invite": "Invitó a una persona",
  "user.password.asked": "Pidió un enlace para elegir una contraseña",
  "user.password.changed": "Cambió su contraseña",
  "user.password.set": "Eligió una contraseña con un enlace",
  "user.refuse": "Rechazó la invitación",
  "user.remove": "Quitó a una persona",
  "user.role": "Cambió el rol de una persona",
  "user.sign_in": "Inició sesión",
  "user.sign_in.failed": "No pudo iniciar sesión: contraseña equivocada",
  "user.sign_in.locked": "Quedó sin poder entrar por 15 minutos, por demasiados intentos",
  "webhook.create": "Agregó un webhook",
  "webhook.delete": "Borró un webhook",
  "webhook.secret": "Renovó el secreto de un webhook",
  "webhook.update": "Cambió un webhook",
};

/** "Agregó un punto de venta" of "pos.create". An action without words is shown as it is. */
export const auditActionName = (action: string): string =>
  (Object.hasOwn(actions, action) && actions[action]) || action;

/** All that have words. */
export const auditActions: readonly string[] = Object.keys(actions);
