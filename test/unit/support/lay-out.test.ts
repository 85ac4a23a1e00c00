import { expect, test } from "vitest";
import { layOut } from "../../support/golden/lay-out.js";

test("a statement has a clause and a condition a line, and short brackets stay in one", () => {
  const one =
    "WITH a AS (SELECT 1), b AS (SELECT id FROM t WHERE x = 'a  b' AND y BETWEEN 1 AND 2) -- Why.\n UPDATE t SET x=1 FROM b";
  expect(layOut(`${one} WHERE t.id = b.id AND (t.y OR t.z) RETURNING t.id`)).toBe(`WITH a AS (SELECT 1),
b AS (
  SELECT id
  FROM t
  WHERE x = 'a  b'
    AND y BETWEEN 1 AND 2
)
-- Why.
UPDATE t
SET x=1
FROM b
WHERE t.id = b.id
  AND (t.y OR t.z)
RETURNING t.id
`);
});
