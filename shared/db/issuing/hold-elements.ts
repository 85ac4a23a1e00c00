import { Prisma } from "../generated/client.js";

const elementsOf = Prisma.sql`FROM batch_element e
    WHERE e.issuance_id = h.id AND e.state = 'pending'`;

/**
 * Selects, of the issuances that the table `held` has locked, those whose end waits for nobody: the trigger `settle_elements` changes their
 * elements, and somebody may hold one. Locks these elements, behind the issuance, as the trigger does. For a sweep.
 * @param held its columns are those of `issuance`: id, batched
 */
export const endable = (held: "held"): Prisma.Sql => Prisma.sql`
  SELECT h.id FROM ${Prisma.raw(held)} h
  WHERE NOT h.batched OR (SELECT count(*) FROM (SELECT ${elementsOf} FOR NO KEY UPDATE SKIP LOCKED) locked) = (SELECT count(*) ${elementsOf})`;
