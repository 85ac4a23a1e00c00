/** Roles of a person in a company. Each may all that the ones after it may. */
export const roles = ["owner", "issuer", "reader"] as const;
export type Role = (typeof roles)[number];

/** Scopes of a role, as the routes of the API ask them of a caller. Source: api/README.md, "The web application". */
export const scopesOf: Record<Role, ("read" | "issue" | "configure")[]> = {
  owner: ["read", "issue", "configure"],
  issuer: ["read", "issue"],
  reader: ["read"],
};
