/** Something that somebody has to do, and where. */
export interface Need {
  tone: "error" | "warning" | "info";
  title: string;
  text: string;
  /** Below the company and environment. Left out when nobody here can do it. */
  link?: { path: string; words: string };
}
