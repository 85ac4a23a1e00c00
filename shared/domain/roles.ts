/** What a person may do in a company. Each role may all that the ones after it may. */
export const roles = ["owner", "issuer", "reader"] as const;
export type Role = (typeof roles)[number];

/** What a route of the API asks of its caller, and so what a role brings along. Source: api/README.md, "The web application". */
export const scopesOf: Record<Role, ("read" | "issue" | "configure")[]> = {
  owner: ["read", "issue", "configure"],
  issuer: ["read", "issue"],
  reader: ["read"],
};
