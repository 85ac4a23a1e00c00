-- Whether rows of this company may lie in the part of one of those. It serves as `same_part` does, for a statement that knows before it
-- begins which companies it is about: PostgreSQL then opens no part but theirs. In one piece it is `true`, and no plan knows of it.
CREATE FUNCTION in_parts(company integer, VARIADIC companies integer[]) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN true;
GRANT EXECUTE ON FUNCTION in_parts(integer, integer[]) TO PUBLIC;
