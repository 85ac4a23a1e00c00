import { randomUUID } from "node:crypto";
import type { NoteKind } from "../../../../shared/domain/voucher-types.js";

/** A key of its own for each form of a note: however often the form is sent, it makes one note. */
export const newNoteKey = (kind: NoteKind, id: number): string => `app-${kind}-${id}-${randomUUID()}`;
