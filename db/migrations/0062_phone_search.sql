-- Finding people by their telephone number, however it is written.

-- The digits of a number as they are dialled within Germany: '+49 170 1234567', '0049 (0)170 1234567' and
-- '0170 1234567' are '01701234567', and other countries begin with 00. Immutable, so that it may stand in an index.
CREATE FUNCTION fold_phone(phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(
  regexp_replace(regexp_replace(phone, '^[^0-9+]*\+', '00'), '[^0-9]', '', 'g'),
  '^00490?', '0');

CREATE INDEX person_search_phone ON person USING gin (fold_phone(phone) gin_trgm_ops);
