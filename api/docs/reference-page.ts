import { type Language, type LocalizedText, localizeFor } from "../../shared/domain/localized-text.js";

/** The page that shows the OpenAPI document. @param menu as HTML */
export const referencePage = (menu: string, language: Language) => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Talonario API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/menu.css">
    <link rel="icon" href="/favicon.ico">
  </head>
  <body>
    ${menu}
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js?lang=${language}"></script>
  </body>
</html>
`;

const server: LocalizedText = { en: "Server", es: "Servidor" };
const mediaType: LocalizedText = { en: "Media type", es: "Tipo de contenido" };

/** Texts that Swagger's page says by itself, which knows English alone. */
const inSpanish: Record<string, string> = {
  Servers: "Servidores",
  "Media type": mediaType.es,
  "- Website": "- Sitio",
  Authorize: "Identificarse",
  "Available authorizations": "Cómo identificarse",
  Close: "Cerrar",
  Logout: "Salir",
  "Try it out": "Probar",
  Cancel: "Cancelar",
  Execute: "Enviar",
  Clear: "Limpiar",
  Reset: "Empezar de nuevo",
  Parameters: "Parámetros",
  "No parameters": "Sin parámetros",
  Name: "Nombre",
  Description: "Descripción",
  "Request body": "Cuerpo",
  Responses: "Respuestas",
  "Server response": "Respuesta del servidor",
  "Response body": "Cuerpo de la respuesta",
  "Response headers": "Encabezados de la respuesta",
  "Request URL": "Dirección del pedido",
  Code: "Código",
  Details: "Detalles",
  Controls: "Es el encabezado",
  "header.": "",
  Links: "Enlaces",
  "No links": "Sin enlaces",
  "Example Value": "Ejemplo",
  Schema: "Esquema",
  Schemas: "Esquemas",
  Example: "Ejemplo",
  Examples: "Ejemplos",
  "Headers:": "Encabezados:",
  Type: "Tipo",
  "Expand all": "Abrir todo",
  "Collapse all": "Cerrar todo",
};

/** Says in Spanish what Swagger's page says, and nothing of what the document says or shows. */
const spanishScript = `const words = ${JSON.stringify(inSpanish)};
const translateNode = (node) => {
  if (node.nodeType !== Node.TEXT_NODE) return node.childNodes.forEach(translateNode);
  const said = node.data.trim();
  if (Object.hasOwn(words, said) && !node.parentElement?.closest("pre, code, .markdown, .renderedMarkdown"))
    node.data = node.data.replace(said, words[said]);
};
new MutationObserver((changes) => {
  for (const { type, target, addedNodes } of changes) (type === "characterData" ? [target] : addedNodes).forEach(translateNode);
}).observe(document.getElementById("swagger-ui"), { childList: true, characterData: true, subtree: true });
`;

/** Starts Swagger's page, follows the reader's dark mode, and mends what Swagger leaves unnamed. */
export const startScript = (language: Language) => `${language === "es" ? spanishScript : ""}
// Swagger's page has lists and buttons without a name.
new MutationObserver(() => {
  for (const list of document.querySelectorAll("select:not([aria-label]):not([id])"))
    list.setAttribute("aria-label", list.closest(".servers") ? ${JSON.stringify(localizeFor(language, server))} : ${JSON.stringify(localizeFor(language, mediaType))});
}).observe(document.documentElement, { childList: true, subtree: true });
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json?lang=${language}",
  dom_id: "#swagger-ui",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;
