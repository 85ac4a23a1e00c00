-- The companies that a statement names, of two types in turns. PostgreSQL 18 makes a list of `company = a OR company = b`, and searches an index by
-- each of the list. Of two types in turns it does not, and chooses parts by them just the same.
CREATE FUNCTION in_parts(company integer, a integer, b bigint, c integer, d bigint, e integer, f bigint, g integer, h bigint)
  RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN true;
GRANT EXECUTE ON FUNCTION in_parts(integer, integer, bigint, integer, bigint, integer, bigint, integer, bigint) TO PUBLIC;
-- The version before calls it with eight integers, and so finds the new one.
DROP FUNCTION in_parts(integer, integer, integer, integer, integer, integer, integer, integer, integer);
