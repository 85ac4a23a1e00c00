/** The steps from nothing to a certificate in use. */
export const stepTitles = (production: boolean): [string, string, string, string, string] => [
  "Preparar el pedido",
  production ? "Llevarlo a ARCA" : "Llevarlo a ARCA (WSASS)",
  "Instalar el certificado",
  "Probar la conexión",
  "Listo",
];
