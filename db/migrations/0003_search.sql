-- Finding people: umlauts, their spellings and plain letters (ü, ue, u) are one letter, accents are none.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The one fold for stored names and for what is searched. Immutable, so that it may stand in a generated column.
CREATE FUNCTION fold_name(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(replace(replace(replace(
  regexp_replace(
    translate(regexp_replace(normalize(lower(name), NFD), '[\u0300-\u036f]', '', 'g'), 'ßøłđıæœ', 'soldiao'),
    '[^[:alnum:]]+', ' ', 'g'
  ),
  'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'ss', 's');

-- Starts with a space, so that '% mul%' means: a word that begins so.
ALTER TABLE person ADD COLUMN search_name text NOT NULL
  GENERATED ALWAYS AS (' ' || fold_name(first_name || ' ' || last_name)) STORED;
CREATE INDEX person_search_name ON person USING gin (search_name gin_trgm_ops);
CREATE INDEX person_search_email ON person USING gin (lower(email) gin_trgm_ops);
