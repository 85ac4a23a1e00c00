import type { Row } from "./rows.js";

/** Identifies one of our requests, for the checks. The authority does not use it. */
export interface Tag {
  companyId: number;
  key: string;
  requestId: string;
  issuanceId: number;
  revision: number;
  /** With the key it identifies one attempt, even after a failover gave the id to another request. */
  recordedAtMs: number;
  askedAtMs: number;
}

/** Whether the request of this tag was sent for a company's key. */
export const isTagOf = (tag: Tag | null, companyId: number, key: string): boolean =>
  tag?.companyId === companyId && tag.key === key;

/** Whether the request of this tag was sent for the row's present attempt. */
export const isOfTag = (row: Row, tag: Tag | null): boolean =>
  isTagOf(tag, row.sequence.companyId, row.key) && tag?.recordedAtMs === row.recordedAtMs;

/** The name of an attempt, in which the checks note what was told of it. */
export const attemptOf = ({ companyId, key, recordedAtMs }: Pick<Tag, "companyId" | "key" | "recordedAtMs">): string =>
  `${companyId}/${key}/${recordedAtMs}`;
